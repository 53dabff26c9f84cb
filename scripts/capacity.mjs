// npm run capacity: what a million people would need, on paper.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, start } from './lib/processes.mjs'
import { giveUp, requireNode } from './lib/project.mjs'

requireNode()
endWithChildren()
await ensureInstalled({ dev: true })
if (!(await ensureBuilt())) giveUp('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/capacity.ts'])) === 0 ? 0 : 1
