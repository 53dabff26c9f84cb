// npm run cluster: runs three built nodes behind nginx on this machine, with their own MongoDB and Redis.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, start, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode } from './lib/project.mjs'
import { ensureSystemPackages } from './lib/systemPackages.mjs'

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
await ensureSystemPackages({ browser: false })
if (!(await ensureBuilt())) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/cluster/main.ts'])) === 0 ? 0 : 1
