import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepParts } from '#server/platform/previousAssets.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const log = pino({ level: 'silent' })
let place: string
let now: Date

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'geulmaru-parts-'))
  now = new Date()
})
afterEach(() => rmSync(place, { recursive: true }))

/** A built client whose one part bears the release's name. */
function built(release: string): string {
  const directory = join(place, release)
  mkdirSync(join(directory, 'static/js'), { recursive: true })
  writeFileSync(join(directory, 'index.html'), `<title>글마루</title><main>${release}</main>`)
  writeFileSync(join(directory, `static/js/${release}.js`), `the part of ${release}`)
  return directory
}

const dataDir = () => join(place, 'data')
/** The releases whose parts are served beside that one's own, the last first. */
async function starts(release: string): Promise<string[]> {
  const earlier = await keepParts({ clientDirectory: built(release), dataDir: dataDir(), now }, log)
  return earlier.flatMap(directory => readdirSync(join(directory, 'static/js')))
}
const later = (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS)
}

test('the parts of the two releases before are kept, for 30 days after another followed', async () => {
  expect(await starts('one')).toEqual([])
  later(100)
  expect(await starts('two')).toEqual(['one.js'])
  later(1)
  expect(await starts('two')).toEqual(['one.js'])
  expect(await starts('three')).toEqual(['two.js', 'one.js'])
  later(1)
  expect(await starts('four')).toEqual(['three.js', 'two.js'])
  expect(readdirSync(join(dataDir(), 'parts'))).toHaveLength(3)
  later(31)
  expect(await starts('four')).toEqual([])
  expect(readdirSync(join(dataDir(), 'parts'))).toHaveLength(1)
})

test('who goes back to an earlier release serves the later one’s parts', async () => {
  await starts('one')
  later(1)
  await starts('two')
  later(1)
  expect(await starts('one')).toEqual(['two.js'])
})

test('what a crash has left half copied gives way', async () => {
  await starts('one')
  const [name = ''] = readdirSync(join(dataDir(), 'parts'))
  mkdirSync(join(dataDir(), 'parts', `${name}x.coming`))
  later(1)
  expect(await starts('two')).toEqual(['one.js'])
})

test('a data directory that cannot be written keeps no server from starting', async () => {
  writeFileSync(dataDir(), 'a file')
  expect(await starts('one')).toEqual([])
})

test('a tab of the release before is sent its part, and nobody a page of it', async () => {
  await starts('one')
  const clientDirectory = built('two')
  const earlierParts = await keepParts({ clientDirectory, dataDir: dataDir(), now }, log)
  const node = await startNode({ mongoUrl: await emptyDatabase(), clientDirectory, earlierParts })
  const ask = async (path: string) => {
    const response = await fetch(node.url + path)
    return {
      status: response.status,
      text: await response.text(),
      cache: response.headers.get('Cache-Control'),
    }
  }
  const immutable = 'public, max-age=31536000, immutable'
  expect(await ask('/static/js/one.js')).toEqual({ status: 200, text: 'the part of one', cache: immutable })
  expect(await ask('/static/js/two.js')).toMatchObject({ status: 200, text: 'the part of two' })
  expect(await ask('/static/js/three.js')).toMatchObject({ status: 404, cache: 'no-store' })
  expect((await ask('/index.html')).text).toContain('two')
  await node.stop()
})
