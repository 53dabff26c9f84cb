import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const FONT = join(root, 'node_modules/pretendard/dist/public/variable/PretendardVariable.ttf')
/** Which goes with the font wherever that goes. */
const LICENCE = join(root, 'node_modules/pretendard/dist/LICENSE.txt')
/** A new installation empties it. */
const CACHE = join(root, 'node_modules/.cache/font')

/** The package's pieces are numbered by how usual their signs are: the last one holds Latin, those before it ever rarer syllables. */
const MOST_USUAL_FROM = 86
const USUAL_FROM = 71

const CUTTER = join(root, 'scripts/lib/fontPiece.mjs')

/** The package's licence keeps its name for fonts that are as it made them, so what is cut anew has another one, of as many letters. */
const THEIR_NAME = 'Pretendard'
const OUR_NAME = 'GeulmaruUI'

/**
 * The family of the cut pieces; the package's own stands behind it. A browser makes all faces of a family ready for each size and
 * weight in which it writes, and those of the one behind only for what the first one lacks.
 */
const FAMILY = `${OUR_NAME} Variable`

/** No sheet asks for anything lighter. The features are those that browsers apply unasked, and digits of one width. */
const KEPT = {
  targetFormat: 'sfnt',
  variationAxes: { wght: { min: 400, max: 920 } },
  keepFeatures: [
    ...[
      'calt',
      'ccmp',
      'clig',
      'kern',
      'liga',
      'ljmo',
      'locl',
      'mark',
      'mkmk',
      'rclt',
      'rlig',
      'tjmo',
      'vjmo',
    ],
    'tnum',
  ],
}

/**
 * Cuts the usual signs of the font anew, in two pieces in place of the package's last twenty-one: what our own sentences are written
 * with, which is all that a first page needs, and the rest of what notes are usually written with. Rare signs stay in the package's pieces.
 */
export const cutFont: Plugin = {
  name: 'cut-font',
  enforce: 'pre',
  transform: {
    filter: { id: /pretendardvariable-dynamic-subset\.css$/ },
    async handler(styles, id) {
      const faces = [...styles.matchAll(FACE)].map(([rule, number, range = '']) => ({
        rule,
        number: Number(number),
        signs: signsOf(range),
      }))
      const signsFrom = (least: number) =>
        faces.filter(face => face.number >= least).flatMap(face => face.signs)
      const inFont = new Set(faces.flatMap(face => face.signs))
      const first = new Set([...signsFrom(MOST_USUAL_FROM), ...ownSigns().filter(sign => inFont.has(sign))])
      const usual = signsFrom(USUAL_FROM).filter(sign => !first.has(sign))
      const rare = faces.filter(({ number }) => number < USUAL_FROM).map(({ rule }) => rule)
      const cut = await Promise.all([faceOf('first', [...first], id), faceOf('usual', usual, id)])
      return { code: [...rare, ...cut].join('\n'), map: null }
    },
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'font-license.txt', source: readFileSync(LICENCE) })
  },
}

/** As the package's own faces say: those that say something else are none of the same face. */
const WEIGHTS = '45 920'

const FACE = /@font-face\s*\{[^}]*\.subset\.(\d+)\.woff2[^}]*unicode-range:([^;}]+)[^}]*\}/g

function signsOf(range: string): string[] {
  return range.split(',').flatMap(part => {
    const [from = 0, to = from] = part
      .trim()
      .slice('U+'.length)
      .split('-')
      .map(hex => Number.parseInt(hex, 16))
    return Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place))
  })
}

/** Of the text catalogue, and of what is drawn beside it, such as the samples. */
function ownSigns(): string[] {
  const files = ['protocol/text', 'client'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\./.test(name))
      .map(name => join(root, folder, name)),
  )
  return [...new Set(files.flatMap(file => [...readFileSync(file, 'utf8')]))]
}

async function faceOf(name: string, signs: string[], styles: string): Promise<string> {
  const file = await cut(name, signs.sort().join(''))
  const range = signs.map(sign => `U+${sign.codePointAt(0)?.toString(16)}`).join()
  return `@font-face {
    font-family: '${FAMILY}';
    font-display: swap;
    font-weight: ${WEIGHTS};
    src: url(${relative(dirname(styles), file)}) format('woff2-variations');
    unicode-range: ${range};
  }`
}

/** The file in which those signs are. It takes a second or two, so it is kept. */
async function cut(name: string, signs: string): Promise<string> {
  const font = readFileSync(FONT)
  const key = createHash('sha256')
    .update(font)
    .update(signs)
    .update(OUR_NAME + JSON.stringify(KEPT))
    .digest('hex')
  const file = join(CACHE, key, `${name}.woff2`)
  if (existsSync(file)) return file
  mkdirSync(dirname(file), { recursive: true })
  const half = `${file}.${process.pid}`
  writeFileSync(half, await pieceOf({ path: FONT, signs, kept: KEPT, from: THEIR_NAME, to: OUR_NAME }))
  renameSync(half, file)
  return file
}

/** In a thread of its own: meanwhile the rest of the client is built. */
function pieceOf(piece: Record<string, unknown>): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    new Worker(CUTTER, { workerData: piece }).once('message', resolve).once('error', reject)
  })
}
