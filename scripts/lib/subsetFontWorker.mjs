// A worker thread: makes a subset of a font, renames it and posts it as WOFF2.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { convert } from 'fontverter'
import subsetFont from 'subset-font'

const { path, characters, options, from, to } = workerData
parentPort.postMessage(
  await convert(renamed(await subsetFont(readFileSync(path), characters, options)), 'woff2'),
)

/** Replaces a name by one of the same length in the `name` table, which is UTF-16 big-endian. */
function renamed(font) {
  const table = font.indexOf('name', 0, 'latin1')
  const start = font.readUInt32BE(table + 8)
  const names = font.subarray(start, start + font.readUInt32BE(table + 12))
  const [original, replacement] = [from, to].map(name => Buffer.from(name, 'utf16le').swap16())
  if (replacement.length !== original.length) throw new Error('names of different lengths')
  for (let at = names.indexOf(original); at >= 0; at = names.indexOf(original, at)) names.set(replacement, at)
  return font
}
