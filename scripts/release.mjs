// npm run release -- patch|minor|major: makes a new version: updates the changelog, commits and tags. Pushes nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { releaseChangelog } from './lib/changelog.mjs'
import { exitWithError, print, requireNode, root } from './lib/project.mjs'

requireNode()
const [step = ''] = process.argv.slice(2)
if (!['patch', 'minor', 'major'].includes(step)) exitWithError('patch, minor, major 중 하나를 적어 주세요.')
const run = (program, ...words) => execFileSync(program, words, { cwd: root, encoding: 'utf8' }).trim()
if (run('git', 'status', '--porcelain') !== '') exitWithError('커밋하지 않은 변경이 있어요.')

const path = `${root}CHANGELOG.md`
const changelog = readFileSync(path, 'utf8')
const day = new Date().toISOString().slice(0, 10)
try {
  releaseChangelog(changelog, 'next', day)
} catch (error) {
  exitWithError(error.message)
}
// npm would commit before the changelog is written.
const version = run('npm', 'version', step, '--no-git-tag-version').replace(/^v/, '')
writeFileSync(path, releaseChangelog(changelog, version, day))
run('git', 'commit', '--quiet', '--all', '--message', `Release ${version}`)
run('git', 'tag', '--annotate', `v${version}`, '--message', `v${version}`)
print(`v${version}을 준비했어요. git push --follow-tags로 올리면 이미지가 만들어져요.`)
