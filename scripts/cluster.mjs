// npm run cluster: three built nodes behind nginx, with an engine and a Redis of their own, on this machine alone.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm, start } from './lib/processes.mjs'
import { giveUp, requireNode } from './lib/project.mjs'
import { ensureSystemPackages } from './lib/systemPackages.mjs'

requireNode()
endWithNpm()
endWithChildren()
await ensureInstalled({ dev: true })
await ensureSystemPackages({ browser: false })
if (!(await ensureBuilt())) giveUp('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/cluster/main.ts'])) === 0 ? 0 : 1
