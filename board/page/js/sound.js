// Short tones, made by the browser. Off unless the visitor turns them on.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

const TONES = { move: [440, 0.06], capture: [294, 0.1], edge: [180, 0.05], end: [523, 0.25] };

/** @param {keyof typeof TONES} name */
export function play(name) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const [frequency = 440, length = 0.1] = TONES[name];
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.15, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + length);
}
