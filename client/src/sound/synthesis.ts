/** The sounds, made of notes and short noises by the browser: there are no files. */

import type { Sound } from "./sounds";

/** A note that glides from one frequency to another, or a noise around one; in Hz and seconds. */
interface Voice {
  wave: OscillatorType | "noise";
  from: number;
  to?: number;
  at?: number;
  length: number;
  gain: number;
}

const SOUNDS: Record<Sound, Voice[]> = {
  card: [{ wave: "noise", from: 3200, to: 1800, length: 0.09, gain: 0.5 }],
  tile: [
    { wave: "noise", from: 900, length: 0.03, gain: 0.5 },
    { wave: "sine", from: 240, to: 130, length: 0.12, gain: 0.7 },
  ],
  coin: [
    { wave: "triangle", from: 1568, length: 0.09, gain: 0.25 },
    { wave: "triangle", from: 2093, at: 0.06, length: 0.25, gain: 0.25 },
  ],
  bus: [
    { wave: "noise", from: 220, to: 420, length: 0.3, gain: 0.5 },
    { wave: "sawtooth", from: 82, to: 110, length: 0.3, gain: 0.16 },
  ],
  turn: [
    { wave: "sine", from: 659, length: 0.22, gain: 0.4 },
    { wave: "sine", from: 880, at: 0.13, length: 0.4, gain: 0.4 },
  ],
  end: [
    { wave: "sine", from: 523, length: 0.3, gain: 0.35 },
    { wave: "sine", from: 659, at: 0.15, length: 0.3, gain: 0.35 },
    { wave: "sine", from: 784, at: 0.3, length: 0.3, gain: 0.35 },
    { wave: "sine", from: 1047, at: 0.45, length: 0.8, gain: 0.35 },
  ],
};
const APART = 0.14; // seconds between the starts of two sounds
const LATEST = 0.7; // seconds that a sound waits for those before it
const ATTACK = 0.008;
const SILENCE = 0.0001; // to fade to: an exponential never reaches 0

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
/** When the next sound may start, after those that are scheduled. */
let free = 0;

/** Schedule sounds one after the other, at a volume from 0 to 1. */
export function schedule(sounds: Sound[], volume: number): void {
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  const first = Math.min(Math.max(now, free), now + LATEST);
  for (const [n, sound] of sounds.entries())
    for (const voice of SOUNDS[sound])
      sing(context, voice, first + n * APART + (voice.at ?? 0), volume);
  free = first + sounds.length * APART;
}

function sing(audio: AudioContext, voice: Voice, start: number, volume: number): void {
  const end = start + voice.length;
  const fade = audio.createGain();
  fade.gain.setValueAtTime(SILENCE, start);
  fade.gain.linearRampToValueAtTime(voice.gain * volume, start + ATTACK);
  fade.gain.exponentialRampToValueAtTime(SILENCE, end);
  fade.connect(audio.destination);
  const source = voice.wave === "noise" ? rush(audio, fade) : note(audio, voice.wave, fade);
  source.pitch.setValueAtTime(voice.from, start);
  source.pitch.exponentialRampToValueAtTime(voice.to ?? voice.from, end);
  source.node.start(start);
  source.node.stop(end);
}

interface Source {
  node: AudioScheduledSourceNode;
  pitch: AudioParam;
}

function note(audio: AudioContext, wave: OscillatorType, to: AudioNode): Source {
  const node = audio.createOscillator();
  node.type = wave;
  node.connect(to);
  return { node, pitch: node.frequency };
}

/** Return noise through a filter, whose frequency is its pitch. */
function rush(audio: AudioContext, to: AudioNode): Source {
  const node = audio.createBufferSource();
  node.buffer = noise ??= whiteNoise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  node.connect(filter).connect(to);
  return { node, pitch: filter.frequency };
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  return buffer;
}
