// npm run test:one -- <file> [options]: runs one test file of any kind. Options are passed on to Vitest (`-t name`) or Playwright
// (`-g name`).
import { existsSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, runTool, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode, root } from './lib/project.mjs'
import { ensureSystemPackages, findChromium } from './lib/systemPackages.mjs'
import { findTest, projectOf } from './lib/testKinds.mjs'

const [typed, ...options] = process.argv.slice(2)
const from = process.env.INIT_CWD || process.cwd()
const { kind, path, error } = findTest(typed, { root, from, exists: existsSync })
if (error) exitWithError(error)

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
if (kind !== 'unit') await ensureSystemPackages({ browser: kind === 'browser' })
process.exitCode = (await (kind === 'browser' ? runInBrowser() : runInVitest())) ? 0 : 1

function runInVitest() {
  return runTool('vitest', ['run', '--project', `${projectOf(kind)}*`, path, ...options])
}

async function runInBrowser() {
  if (!(await ensureBuilt())) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
  return runTool('playwright', ['test', path, ...options], { CHROMIUM_PATH: findChromium() })
}
