// The user's own page: the sound switch, which is stored on this device and not in the account.
import { shell } from "./shell";
import { sound } from "./sound";

shell();

for (const line of document.querySelectorAll<HTMLElement>(".this-device")) {
  line.hidden = false;
  const button = line.querySelector<HTMLElement>("[role=switch]");
  if (button) sound.switches([button]);
}
