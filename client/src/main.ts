import { mount } from "svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import App from "./App.svelte";
import { loadLanguage } from "./i18n/index.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("The page has no place for the app.");
await loadLanguage(settings.language);
mount(App, { target });
