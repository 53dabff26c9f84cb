// A worker thread: cuts the signs it is given out of a font, renames the result and posts it as WOFF2.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { convert } from 'fontverter'
import subsetFont from 'subset-font'

const { path, signs, kept, from, to } = workerData
parentPort.postMessage(await convert(renamed(await subsetFont(readFileSync(path), signs, kept)), 'woff2'))

/** The same font under a name of as many letters. Its table of names holds them in UTF-16, big-endian. */
function renamed(font) {
  const table = font.indexOf('name', 0, 'latin1')
  const start = font.readUInt32BE(table + 8)
  const names = font.subarray(start, start + font.readUInt32BE(table + 12))
  const [theirs, ours] = [from, to].map(name => Buffer.from(name, 'utf16le').swap16())
  if (ours.length !== theirs.length) throw new Error('names of different lengths')
  for (let at = names.indexOf(theirs); at >= 0; at = names.indexOf(theirs, at)) names.set(ours, at)
  return font
}
