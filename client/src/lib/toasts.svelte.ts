/** Short messages at the edge of the page. */

export type ToastKind = "info" | "good" | "bad";

export interface Toast {
  id: number;
  text: string;
  kind: ToastKind;
}

const SHORTEST = 6_000; // ms that a message is shown
const PER_CHARACTER = 60; // ms more for each character
const MOST = 4; // at the same time

let shown: Toast[] = $state.raw([]);
let last = 0;
const timers = new Map<number, number>();

export const toasts = {
  get shown(): Toast[] {
    return shown;
  },
};

/** Show a message for a while; a message that is already shown stays longer. */
export function toast(text: string, kind: ToastKind = "info"): void {
  const same = shown.find((one) => one.text === text && one.kind === kind);
  const message = same ?? { id: ++last, text, kind };
  if (!same) shown = [...shown, message].slice(-MOST);
  restartTimer(message);
}

/** Remove a message. */
export function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  shown = shown.filter((one) => one.id !== id);
}

/** Keep a message while it is hovered or focused. */
export function pauseTimer(id: number): void {
  clearTimeout(timers.get(id));
}

/** Remove a message after the time that it takes to read it. */
export function restartTimer(message: Toast): void {
  clearTimeout(timers.get(message.id));
  const wait = SHORTEST + PER_CHARACTER * message.text.length;
  timers.set(
    message.id,
    window.setTimeout(() => dismiss(message.id), wait),
  );
}
