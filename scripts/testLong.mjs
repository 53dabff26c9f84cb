// npm run test:long: runs the tests that `npm test` skips (docs/decisions/0049-short-and-long-test-runs.md): the `@long` browser tests,
// then longer random tests. `--browser` runs the browser tests only. A failure does not stop the rest. Takes about an hour.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, runTool, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode } from './lib/project.mjs'
import { ensureSystemPackages, findChromium } from './lib/systemPackages.mjs'
import { LONG_FORM } from './lib/testKinds.mjs'

const randomTests = [
  'live/model',
  'live/inbox.model',
  'live/documents.model',
  'faults/rolling-restart',
  'faults/chaos',
  'server/fuzz',
]

const options = process.argv.slice(2)
if (options.some(word => word !== '--browser'))
  exitWithError(`test:long 에는 --browser 만 붙일 수 있어요: ${options.join(' ')}`)

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
await ensureSystemPackages({ browser: true })
if (!(await ensureBuilt())) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')

const parts = [
  () => runTool('playwright', ['test', '--grep', `${LONG_FORM}$`], { CHROMIUM_PATH: findChromium() }),
]
if (options.length === 0) parts.push(runRandomTests)

let succeeded = true
for (const part of parts) succeeded = (await part()) && succeeded
process.exitCode = succeeded ? 0 : 1

function runRandomTests() {
  const lengths = {
    MODEL_SEQUENCES: '500',
    RESTART_ROUNDS: '3',
    CHAOS_SECONDS: '1800',
    FUZZ_BODIES: '20000',
    DOCUMENT_SEQUENCES: '5000',
  }
  const files = randomTests.map(name => `tests/${name}.test.ts`)
  return runTool('vitest', ['run', ...files], lengths)
}
