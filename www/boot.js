// Before the program runs: keeps files that are dropped meanwhile, and says why if it never runs.
(() => {
  const early = (window.__pprofwebEarly = []);
  const running = () => "pprofweb" in window;
  addEventListener("dragover", (event) => running() || event.preventDefault());
  addEventListener("drop", (event) => {
    if (running()) return;
    event.preventDefault();
    if (event.dataTransfer) early.push(...event.dataTransfer.files);
  });
  let said = false;
  const say = (text) => {
    // What went wrong first is the cause of the rest.
    if (said) return;
    said = true;
    const show = () => {
      const line = document.getElementById("boot-line");
      if (line && !running()) line.textContent = text;
    };
    document.readyState === "loading" ? addEventListener("DOMContentLoaded", show) : show();
  };
  if (typeof WebAssembly !== "object") {
    say("This browser has no WebAssembly, which pprofweb is made of. Any browser of the last years has it.");
  }
  const failed = () =>
    say("pprofweb could not be loaded. Reload the page; if it stays like this, the server may not have all files of the folder.");
  // Captured, to hear of files that are missing as well as of a program that stops while it starts.
  addEventListener("error", (event) => running() || event.target.rel === "icon" || failed(), true);
  addEventListener("unhandledrejection", () => running() || failed());
})();
