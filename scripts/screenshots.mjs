// npm run screenshots: makes the README's pictures from the demo world, and photographs the gallery into
// test-results/gallery/.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, start } from './lib/processes.mjs'
import { giveUp, requireNode } from './lib/project.mjs'

requireNode()
endWithChildren()
await ensureInstalled({ dev: true })
if (!(await ensureBuilt())) giveUp('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/screenshots/main.ts'])) === 0 ? 0 : 1
