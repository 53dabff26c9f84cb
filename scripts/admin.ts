// npm run admin
import { StartupError } from '#server/platform/startup.ts'
import { administer, USAGE } from './admin/administer.ts'
import { askForWords, commandOf } from './admin/questions.ts'
import { findStoredBackups } from './admin/storedBackups.ts'

try {
  const words = process.argv.slice(2)
  if (words.length > 0) console.log(await administer(words, process.env))
  else if (process.stdin.isTTY) await administerByQuestions()
  else {
    console.error(USAGE)
    process.exitCode = 2
  }
} catch (error) {
  // Ctrl+C at a question.
  if (error instanceof Error && error.name === 'ExitPromptError') process.exitCode = 130
  else {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  }
}

async function administerByQuestions(): Promise<void> {
  const { env, stdin: input, stdout: output } = process
  const findBackups = env.BACKUP_TO ? () => findStoredBackups(env) : null
  const words = await askForWords({ input, output }, { now: new Date(), findBackups })
  if (words === null) return console.log('아무것도 바꾸지 않았어요. (Nothing was changed.)')
  console.log(await administer(words, process.env))
  console.log(`\n질문 없이 하려면 (without questions): ${commandOf(words)}`)
}
