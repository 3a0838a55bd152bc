import { byGame } from "../../games/folders";
import rules from "./rules.json";
import shell from "./shell.json";
import table from "./table.json";

const about = import.meta.glob("../../games/*/about/fr.json", { eager: true, import: "default" });

export default { shell, table, rules, ...byGame(about, "about") };
