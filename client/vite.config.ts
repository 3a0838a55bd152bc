import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The build is served by the Python package, from which it is not committed.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/londinium/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows nothing inline
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
