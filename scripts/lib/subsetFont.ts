import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const FONT = join(root, 'node_modules/pretendard/dist/public/variable/PretendardVariable.ttf')
/** The licence has to be distributed with the font. */
const LICENCE = join(root, 'node_modules/pretendard/dist/LICENSE.txt')
const CACHE = join(root, 'node_modules/.cache/font')

/** The package's subsets are numbered by frequency: the last one has Latin, and the others have rarer syllables the lower the number. */
const MOST_FREQUENT_FROM = 86
const FREQUENT_FROM = 71

const WORKER = join(root, 'scripts/lib/subsetFontWorker.mjs')

/** The licence reserves the name for unchanged fonts. The new name needs the same length. */
const ORIGINAL_NAME = 'Pretendard'
const SUBSET_NAME = 'GeulmaruUI'

/**
 * The font family of our subsets, with the package's own as fallback. A browser prepares all faces of a family for each size and
 * weight, but those of the fallback only for missing glyphs.
 */
const FAMILY = `${SUBSET_NAME} Variable`

/** The lightest weight in use is 400. Keeps the default OpenType features and tabular digits. */
const OPTIONS = {
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
 * Replaces the package's last 21 subsets by two: the characters of our own texts, which is all that a first page needs, and other
 * frequent characters. Rare characters stay in the package's subsets.
 */
export const subsetFont: Plugin = {
  name: 'subset-font',
  enforce: 'pre',
  transform: {
    filter: { id: /pretendardvariable-dynamic-subset\.css$/ },
    async handler(styles, id) {
      const faces = [...styles.matchAll(FACE)].map(([rule, number, range = '']) => ({
        rule,
        number: Number(number),
        characters: charactersOf(range),
      }))
      const charactersFrom = (least: number) =>
        faces.filter(face => face.number >= least).flatMap(face => face.characters)
      const inFont = new Set(faces.flatMap(face => face.characters))
      const first = new Set([
        ...charactersFrom(MOST_FREQUENT_FROM),
        ...ownCharacters().filter(character => inFont.has(character)),
      ])
      const frequent = charactersFrom(FREQUENT_FROM).filter(character => !first.has(character))
      const rare = faces.filter(({ number }) => number < FREQUENT_FROM).map(({ rule }) => rule)
      const subsets = await Promise.all([faceOf('first', [...first], id), faceOf('frequent', frequent, id)])
      return { code: [...rare, ...subsets].join('\n'), map: null }
    },
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'font-license.txt', source: readFileSync(LICENCE) })
  },
}

/** Must equal the package's own value, so that the browser treats all as one face. */
const WEIGHTS = '45 920'

const FACE = /@font-face\s*\{[^}]*\.subset\.(\d+)\.woff2[^}]*unicode-range:([^;}]+)[^}]*\}/g

function charactersOf(range: string): string[] {
  return range.split(',').flatMap(part => {
    const [from = 0, to = from] = part
      .trim()
      .slice('U+'.length)
      .split('-')
      .map(hex => Number.parseInt(hex, 16))
    return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset))
  })
}

/** The characters of the texts and of the client's source, such as the samples. */
function ownCharacters(): string[] {
  const files = ['protocol/text', 'client'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\./.test(name))
      .map(name => join(root, folder, name)),
  )
  return [...new Set(files.flatMap(file => [...readFileSync(file, 'utf8')]))]
}

async function faceOf(name: string, characters: string[], styles: string): Promise<string> {
  const file = await cachedSubset(name, characters.sort().join(''))
  const range = characters.map(character => `U+${character.codePointAt(0)?.toString(16)}`).join()
  return `@font-face {
    font-family: '${FAMILY}';
    font-display: swap;
    font-weight: ${WEIGHTS};
    src: url(${relative(dirname(styles), file)}) format('woff2-variations');
    unicode-range: ${range};
  }`
}

/** The cached file with a subset. Creating it takes a second or two. */
async function cachedSubset(name: string, characters: string): Promise<string> {
  const font = readFileSync(FONT)
  const key = createHash('sha256')
    .update(font)
    .update(characters)
    .update(SUBSET_NAME + JSON.stringify(OPTIONS))
    .digest('hex')
  const file = join(CACHE, key, `${name}.woff2`)
  if (existsSync(file)) return file
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(
    temporary,
    await createSubset({ path: FONT, characters, options: OPTIONS, from: ORIGINAL_NAME, to: SUBSET_NAME }),
  )
  renameSync(temporary, file)
  return file
}

/** Runs in a worker thread, in parallel to the build. */
function createSubset(workerData: Record<string, unknown>): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    new Worker(WORKER, { workerData }).once('message', resolve).once('error', reject)
  })
}
