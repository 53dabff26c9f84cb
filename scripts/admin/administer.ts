import { parseArgs } from 'node:util'
import { emailField } from '#protocol/accounts.ts'
import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/database.ts'
import type { UserRepository } from '#server/features/accounts/accounts.repository.ts'
import { addTemporaryPassword } from '#server/features/accounts/accounts.service.ts'
import { createLog } from '#server/platform/log.ts'
import { joinDatabase } from '#server/platform/mongo/database.ts'
import { createPasswords, PASSWORD_COST } from '#server/platform/secrets.ts'
import { StartupError } from '#server/platform/startup.ts'
import { openRepositories } from '#server/repositories.ts'
import { backup, finishRestore, restore } from './backups.ts'
import { backupLine, findStoredBackups, isStorageAddress, withDownloaded } from './storedBackups.ts'

export const USAGE = `쓰는 법 (usage):
  npm run admin    묻는 대로 고르기 (asks what to do)
  npm run admin -- list
  npm run admin -- grant <이메일>
  npm run admin -- revoke <이메일>
  npm run admin -- reset <이메일>
  npm run admin -- backup <새 파일> [--with-keys]
  npm run admin -- backups    예약 백업 보기 (lists the scheduled backups)
  npm run admin -- restore <파일이나 s3://…> [--withdrawn <목록>]...
  npm run admin -- after-restore [--withdrawn <목록>]...`

const USER_COMMANDS = ['grant', 'revoke', 'reset']
const FILE_COMMANDS = ['backup', 'restore']
const LIST_COMMANDS = ['restore', 'after-restore']
const MINUTE_MS = 60_000

/**
 * Runs a command of `npm run admin` and resolves with the text to print. Throws a StartupError if the arguments, the environment
 * variables or the database do not allow it.
 */
export async function administer(
  args: string[],
  variables: Record<string, string | undefined>,
): Promise<string> {
  const { command, argument, withKeys, lists } = parseCommand(args)
  if (command === 'help') return USAGE
  const email = emailField.safeParse(argument ?? '').data
  const needsArgument = [...USER_COMMANDS, ...FILE_COMMANDS].includes(command)
  const isCommand = needsArgument || ['list', 'backups', 'after-restore'].includes(command)
  // Rejects surplus arguments: a list without `--withdrawn` would be ignored.
  const isValid =
    (argument !== undefined) === needsArgument &&
    !argument?.startsWith('-') &&
    (!withKeys || command === 'backup') &&
    (lists.length === 0 || LIST_COMMANDS.includes(command))
  if (!isCommand || !isValid) throw new StartupError(USAGE)

  if (command === 'backups') return listBackups(variables)
  const config = readConfig({ LOG_LEVEL: 'warn', ...withoutSchedule(variables) })
  // Signing in with a temporary password counts as reading the mailbox, so it is printed only where no mail can be sent.
  if (command === 'reset' && config.smtpUrl !== undefined)
    throw new StartupError(
      '메일을 보낼 수 있으니 로그인 화면의 비밀번호 찾기를 쓰면 돼요. (Mail is set: ask for a reset on the sign-in screen.)',
    )
  const log = createLog(config.logLevel)
  if (command === 'backup') return backup({ config, log }, argument ?? '', withKeys)
  if (command === 'restore') {
    const address = argument ?? ''
    const restoreFile = (path: string) => restore({ config, log }, path, lists)
    if (!isStorageAddress(address)) return restoreFile(address)
    return withDownloaded(address, { variables, dataDir: config.dataDir }, restoreFile)
  }
  if (command === 'after-restore') return finishRestore({ config, log }, lists)
  const database = await joinDatabase(config, log)
  try {
    // Opens all repositories, because migrations need the indexes of every collection.
    const { users } = openRepositories(database.connection)
    await prepareDatabase(database.connection, { clock: () => new Date(), log })
    if (command === 'list') return await list(users)
    if (command === 'reset') return await reset(users, email ?? '')
    return await setPrivilege(users, email ?? '', command === 'grant')
  } finally {
    await database.close()
  }
}

function parseCommand(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'with-keys': { type: 'boolean', default: false },
        withdrawn: { type: 'string', multiple: true, default: [] },
      },
    })
    const [command = '', argument, ...more] = positionals
    if (more.length > 0) throw new StartupError(USAGE)
    return { command, argument, withKeys: values['with-keys'], lists: values.withdrawn }
  } catch {
    throw new StartupError(USAGE)
  }
}

/** Leaves out the settings of scheduled backups: a restore on another machine needs the storage's keys, but no BACKUP_EVERY. */
function withoutSchedule(variables: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('BACKUP_')))
}

async function listBackups(variables: Record<string, string | undefined>): Promise<string> {
  const found = await findStoredBackups(variables)
  return found.length === 0
    ? '아직 예약 백업이 없어요. (no scheduled backups yet)'
    : `서울 시간 (time in Seoul)\n${found.map(backupLine).join('\n')}`
}

async function list(users: UserRepository): Promise<string> {
  const emails = await users.findAdministratorEmails()
  return emails.length === 0 ? '관리자가 없어요. (no administrators)' : emails.join('\n')
}

async function setPrivilege(users: UserRepository, email: string, isGranted: boolean): Promise<string> {
  if (!(await users.setPrivilege(email, isGranted ? 1 : 0))) throw nobodyThere()
  return isGranted
    ? `${email}: 이제 관리자예요. (is an administrator now)`
    : `${email}: 이제 관리자가 아니에요. (is no administrator any more)`
}

async function reset(users: UserRepository, email: string): Promise<string> {
  const passwords = createPasswords(PASSWORD_COST)
  const { user, password } = await addTemporaryPassword({ users, passwords }, email, new Date())
  const minutes = TEMPORARY_PASSWORD_MS / MINUTE_MS
  if (user !== null)
    return `${email}: ${password}
${minutes}분 안에 한 번만 쓸 수 있고, 로그인하면 새 비밀번호를 정해야 해요. 그때 다른 기기에서는 모두 로그아웃돼요.
(a temporary password; good once, for ${minutes} minutes; it has to be replaced after signing in, which ends all other sessions)`
  if (!(await users.isTaken('email', email))) throw nobodyThere()
  throw new StartupError(
    '아직 쓸 수 있는 임시 비밀번호가 여럿 있어요. 10분 뒤에 다시 해 주세요. (Several are still good. Try again in ten minutes.)',
  )
}

function nobodyThere(): StartupError {
  return new StartupError('이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)')
}
