// npm run test:long: what `npm test` leaves to whoever has an hour (docs/decisions/0049-short-and-long-test-runs.md). The browser
// tests of the long form, then more of what is random. `--browser`: the browser tests alone. What fails does not stop the rest.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm, succeeds, tool } from './lib/processes.mjs'
import { giveUp, requireNode } from './lib/project.mjs'
import { ensureSystemPackages, findChromium } from './lib/systemPackages.mjs'
import { LONG_FORM } from './lib/testKinds.mjs'

const randomTests = ['live/model', 'live/inbox.model', 'faults/rolling-restart', 'faults/chaos']

const wanted = process.argv.slice(2)
if (wanted.some(word => word !== '--browser'))
  giveUp(`test:long 에는 --browser 만 붙일 수 있어요: ${wanted.join(' ')}`)

requireNode()
endWithNpm()
endWithChildren()
await ensureInstalled({ dev: true })
await ensureSystemPackages({ browser: true })
if (!(await ensureBuilt())) giveUp('빌드하지 못했어요. 위의 오류를 확인해 주세요.')

const parts = [
  () => tool('playwright', ['test', '--grep', `${LONG_FORM}$`], { CHROMIUM_PATH: findChromium() }),
]
if (wanted.length === 0) parts.push(playRandomly, fuzz)

let succeeded = true
for (const part of parts) succeeded = (await part()) && succeeded
process.exitCode = succeeded ? 0 : 1

function playRandomly() {
  const lengths = { MODEL_SEQUENCES: '500', RESTART_ROUNDS: '3', CHAOS_SECONDS: '1800' }
  const files = randomTests.map(name => `tests/${name}.test.ts`)
  return tool('vitest', ['run', ...files], lengths)
}

function fuzz() {
  return succeeds('node', ['scripts/fuzz.mjs'])
}
