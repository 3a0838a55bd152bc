import old_london_bridge from "./old_london_bridge.json";
import shell from "./shell.json";
import table from "./table.json";
import ticket_to_ride_london from "./ticket_to_ride_london.json";

export default { shell, table, ticket_to_ride_london, old_london_bridge };
