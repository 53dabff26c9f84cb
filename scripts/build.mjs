// npm run build: client and server into dist/, if anything changed.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm } from './lib/processes.mjs'
import { giveUp, requireNode } from './lib/project.mjs'

requireNode()
endWithNpm()
endWithChildren()
await ensureInstalled()
if (!(await ensureBuilt())) giveUp('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
