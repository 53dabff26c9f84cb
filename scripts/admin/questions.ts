import { access } from 'node:fs/promises'
import { confirm, input, select } from '@inquirer/prompts'
import { emailField } from '#protocol/accounts.ts'
import { StartupError } from '#server/platform/startup.ts'
import { backupLine, isStorageAddress, type StoredBackup } from './storedBackups.ts'

/** Names each command as a user would ask for it. */
const COMMANDS = [
  { value: 'list', name: '관리자 보기 (list the administrators)' },
  { value: 'grant', name: '관리자로 만들기 (make somebody an administrator)' },
  { value: 'revoke', name: '관리자에서 빼기 (end somebody’s administration)' },
  { value: 'reset', name: '임시 비밀번호 만들기 (give somebody a temporary password)' },
  { value: 'backup', name: '백업하기 (make a backup)' },
  { value: 'backups', name: '예약 백업 보기 (list the scheduled backups)' },
  { value: 'restore', name: '백업에서 되돌리기 (restore a backup)' },
  {
    value: 'after-restore',
    name: '다른 방법으로 되돌린 데이터 점검하기 (check data restored in another way)',
  },
] as const

type Command = (typeof COMMANDS)[number]['value']

/** The terminal. */
export interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

interface QuestionParts {
  now: Date
  /** Null if no place is set. May throw a StartupError. */
  findBackups: (() => Promise<StoredBackup[]>) | null
}

/**
 * Asks what to do. Returns the words of the command, as they are typed after `npm run admin --`. Null if the user does not confirm.
 * Throws `ExitPromptError` on Ctrl+C.
 */
export async function askForWords(
  terminal: Terminal,
  { now, findBackups }: QuestionParts,
): Promise<string[] | null> {
  const command = await select<Command>(
    {
      message: '무엇을 할까요? (What do you want to do?)',
      choices: COMMANDS,
      pageSize: COMMANDS.length,
      theme: {
        style: { keysHelpTip: () => '↑↓ 고르기 (choose) · Enter 확인 (confirm) · Ctrl+C 그만두기 (leave)' },
      },
    },
    terminal,
  )
  switch (command) {
    case 'list':
    case 'backups':
      return [command]
    case 'grant':
    case 'revoke':
    case 'reset':
      return [command, await askForEmail(terminal)]
    case 'backup':
      return askForBackup(terminal, now)
    case 'restore':
      return askForRestore(terminal, findBackups)
    case 'after-restore':
      return [command, ...(await askForLists(terminal))]
  }
}

async function askForEmail(terminal: Terminal): Promise<string> {
  const email = await input(
    {
      message: '누구인가요? 가입한 이메일 (Whose account? The e-mail address)',
      validate: typed =>
        emailField.safeParse(typed).success || '이메일 주소를 입력해 주세요. (Enter an e-mail address.)',
    },
    terminal,
  )
  return email.trim()
}

async function askForBackup(terminal: Terminal, now: Date): Promise<string[]> {
  const path = await input(
    {
      message: '어느 파일에 담을까요? (Into which file?)',
      default: `geulmaru-${now.toISOString().slice(0, 10)}.backup`,
      validate: async typed =>
        !(await exists(typed)) || '이미 있는 파일이에요. 새 이름을 써 주세요. (It exists: use a new name.)',
    },
    terminal,
  )
  const withKeys = await confirm(
    {
      message:
        '서명 키와 알림 키도 담을까요? 새 컴퓨터로 옮길 때 필요해요. (With the keys? A new machine needs them.)',
      default: false,
    },
    terminal,
  )
  return ['backup', path, ...(withKeys ? ['--with-keys'] : [])]
}

async function askForRestore(
  terminal: Terminal,
  findBackups: QuestionParts['findBackups'],
): Promise<string[] | null> {
  const address = (findBackups && (await chooseBackup(terminal, findBackups))) ?? (await askForFile(terminal))
  const lists = await askForLists(terminal)
  const isSure = await confirm(
    {
      message:
        '서버를 껐나요? 빈 글마루에만 되돌릴 수 있고, 모두 다시 로그인해야 해요. (Is the server stopped? Only an empty installation takes a backup, and everybody has to sign in again.)',
      default: false,
    },
    terminal,
  )
  return isSure ? ['restore', address, ...lists] : null
}

const CHOICES_SHOWN = 12

/** Null for a backup that is not in the list. */
async function chooseBackup(
  terminal: Terminal,
  findBackups: () => Promise<StoredBackup[]>,
): Promise<string | null> {
  const found = await findBackups().catch(error => {
    if (!(error instanceof StartupError)) throw error
    terminal.output.write(`${error.message}\n`)
    return []
  })
  if (found.length === 0) return null
  const choices = [
    ...found.map(backup => ({ value: backup.address as string | null, name: backupLine(backup) })),
    { value: null, name: '다른 백업 (another one)' },
  ]
  return select(
    {
      message: '어느 백업인가요? 서울 시간이에요. (Which backup? Times in Seoul)',
      choices,
      pageSize: CHOICES_SHOWN,
    },
    terminal,
  )
}

function askForFile(terminal: Terminal): Promise<string> {
  return input(
    {
      message: '어느 백업인가요? 파일이나 s3://… 주소 (Which backup? A file, or an address s3://…)',
      validate: async typed =>
        isStorageAddress(typed) || (await exists(typed)) || '그런 파일이 없어요. (There is no such file.)',
    },
    terminal,
  )
}

/** The lists of accounts that were deleted after the backup. */
async function askForLists(terminal: Terminal): Promise<string[]> {
  const typed = await input(
    {
      message:
        '백업한 뒤에 탈퇴한 계정의 목록이 다른 곳에도 있나요? 쉼표로 나눠 적고, 없으면 Enter를 눌러 주세요. (Lists of deleted accounts, separated by commas; Enter for none.)',
      validate: async lists => {
        const missing = await findMissing(pathsIn(lists))
        return missing === undefined || `${missing} 파일이 없어요. (There is no such file.)`
      },
    },
    terminal,
  )
  return pathsIn(typed).flatMap(path => ['--withdrawn', path])
}

const pathsIn = (typed: string) =>
  typed
    .split(',')
    .map(path => path.trim())
    .filter(path => path !== '')

async function findMissing(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (!(await exists(path))) return path
  return undefined
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** How to do the same without questions. */
export function commandOf(words: readonly string[]): string {
  const typed = words.map(word => (/[^\w@.,+/:=-]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word))
  return `npm run admin -- ${typed.join(' ')}`
}
