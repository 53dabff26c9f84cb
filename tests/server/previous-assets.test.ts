import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { savePreviousAssets } from '#server/platform/clientFiles.ts'
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

/** A built client whose asset is named after the release. */
function createClient(release: string): string {
  const directory = join(place, release)
  mkdirSync(join(directory, 'static/js'), { recursive: true })
  writeFileSync(join(directory, 'index.html'), `<title>글마루</title><main>${release}</main>`)
  writeFileSync(join(directory, `static/js/${release}.js`), `the part of ${release}`)
  return directory
}

const dataDir = () => join(place, 'data')

/** Starts the release. Returns the releases whose assets are served beside its own, the last first. */
async function startRelease(release: string): Promise<string[]> {
  const earlier = await savePreviousAssets(
    { clientDirectory: createClient(release), dataDir: dataDir(), now },
    log,
  )
  return earlier.flatMap(directory => readdirSync(join(directory, 'static/js')))
}
const advanceDays = (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS)
}

test('the assets of the two previous releases are stored, for 30 days after their successor', async () => {
  expect(await startRelease('one')).toEqual([])
  advanceDays(100)
  expect(await startRelease('two')).toEqual(['one.js'])
  advanceDays(1)
  expect(await startRelease('two')).toEqual(['one.js'])
  expect(await startRelease('three')).toEqual(['two.js', 'one.js'])
  advanceDays(1)
  expect(await startRelease('four')).toEqual(['three.js', 'two.js'])
  expect(readdirSync(join(dataDir(), 'parts'))).toHaveLength(3)
  advanceDays(31)
  expect(await startRelease('four')).toEqual([])
  expect(readdirSync(join(dataDir(), 'parts'))).toHaveLength(1)
})

test('a rollback to an earlier release serves the assets of the later one', async () => {
  await startRelease('one')
  advanceDays(1)
  await startRelease('two')
  advanceDays(1)
  expect(await startRelease('one')).toEqual(['two.js'])
})

test('a copy that a crash left incomplete is replaced', async () => {
  await startRelease('one')
  const [name = ''] = readdirSync(join(dataDir(), 'parts'))
  mkdirSync(join(dataDir(), 'parts', `${name}x.coming`))
  advanceDays(1)
  expect(await startRelease('two')).toEqual(['one.js'])
})

test('a data directory that is not writable does not prevent the start', async () => {
  writeFileSync(dataDir(), 'a file')
  expect(await startRelease('one')).toEqual([])
})

test('a tab of the previous release gets its asset, and unknown assets get no page', async () => {
  await startRelease('one')
  const clientDirectory = createClient('two')
  const previousAssets = await savePreviousAssets({ clientDirectory, dataDir: dataDir(), now }, log)
  const node = await startNode({ mongoUrl: await emptyDatabase(), clientDirectory, previousAssets })
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
