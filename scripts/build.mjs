// npm run build: builds client and server into dist/ if the sources changed.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode } from './lib/project.mjs'

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled()
if (!(await ensureBuilt())) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
