// The worker of a browser that cannot suspend WebAssembly.
delete WebAssembly.Suspending;
importScripts("../petteia.worker.js");
