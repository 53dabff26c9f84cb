// npm run test:one -- <file> [more]: one test file, of whichever kind. What follows goes on to Vitest (`-t name`)
// or Playwright (`-g name`).
import { existsSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm, tool } from './lib/processes.mjs'
import { giveUp, requireNode, root } from './lib/project.mjs'
import { ensureSystemPackages, findChromium } from './lib/systemPackages.mjs'
import { projectOf, testToRun } from './lib/testKinds.mjs'

const [typed, ...more] = process.argv.slice(2)
const from = process.env.INIT_CWD || process.cwd()
const { kind, path, wrong } = testToRun(typed, { root, from, exists: existsSync })
if (wrong) giveUp(wrong)

requireNode()
endWithNpm()
endWithChildren()
await ensureInstalled({ dev: true })
if (kind !== 'unit') await ensureSystemPackages({ browser: kind === 'browser' })
process.exitCode = (await (kind === 'browser' ? runInBrowser() : runInVitest())) ? 0 : 1

function runInVitest() {
  return tool('vitest', ['run', '--project', `${projectOf(kind)}*`, path, ...more])
}

async function runInBrowser() {
  if (!(await ensureBuilt())) giveUp('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
  return tool('playwright', ['test', path, ...more], { CHROMIUM_PATH: findChromium() })
}
