import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StartupError } from '#server/platform/startup.ts'
import { askForWords, commandOf } from './questions.ts'

const ENTER = '\r'
const DOWN = '\u001b[B'
const CTRL_C = '\u0003'
const NOW = new Date('2026-11-28T12:00:00Z')

type FindBackups = Parameters<typeof askForWords>[1]['findBackups']

/** A terminal in which the answers are typed one by one, each once its question is on the screen. */
function open(findBackups: FindBackups = null) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  // Each question ends its output. The terminal stays.
  output.end = () => output
  let screen = ''
  output.on('data', data => (screen += data))
  return {
    asked: askForWords({ input, output }, { now: NOW, findBackups }),
    async answer(question: string | RegExp, keys: string) {
      await vi.waitFor(() => expect(screen).toMatch(question))
      screen = ''
      input.write(keys)
    },
  }
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'geulmaru-questions-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('a command without arguments is chosen by its name', async () => {
  const { asked, answer } = open()
  await answer('무엇을 할까요?', ENTER)
  expect(await asked).toEqual(['list'])
})

test('an e-mail address is asked for until it is one', async () => {
  const { asked, answer } = open()
  await answer('무엇을 할까요?', DOWN + ENTER)
  await answer('누구인가요?', `jieun${ENTER}`)
  await answer('이메일 주소를 입력해 주세요.', `@example.com${ENTER}`)
  expect(await asked).toEqual(['grant', 'jieun@example.com'])
})

test('a backup gets a new file, and the keys only on request', async () => {
  const path = join(await newDirectory(), '오늘의 백업')
  const { asked, answer } = open()
  await answer('무엇을 할까요?', DOWN.repeat(4) + ENTER)
  await answer('geulmaru-2026-11-28.backup', path + ENTER)
  await answer('키도 담을까요?', `y${ENTER}`)
  const words = ['backup', path, '--with-keys']
  expect(await asked).toEqual(words)
  expect(commandOf(words)).toBe(`npm run admin -- backup '${path}' --with-keys`)
})

test('a restore names existing files, and nothing happens unless it is confirmed', async () => {
  const path = join(await newDirectory(), 'a.backup')
  await writeFile(path, '')
  for (const [sure, expected] of [
    ['y', ['restore', path, '--withdrawn', path]],
    ['', null],
  ] as const) {
    const { asked, answer } = open()
    await answer('무엇을 할까요?', DOWN.repeat(6) + ENTER)
    await answer('어느 백업인가요?', `${path}x${ENTER}`)
    await answer('그런 파일이 없어요.', `\u007f${ENTER}`)
    await answer('탈퇴한 계정의 목록', ` ${path}, ${ENTER}`)
    await answer('서버를 껐나요?', sure + ENTER)
    expect(await asked).toEqual(expected)
  }
})

test('a restore offers the scheduled backups, and takes another address', async () => {
  const found = [
    { at: new Date('2026-11-27T18:00:00Z'), address: 's3://backups/notes/b.backup' },
    { at: new Date('2026-11-26T18:00:00Z'), address: 's3://backups/notes/a.backup' },
  ]
  const finish = async ({ answer }: ReturnType<typeof open>) => {
    await answer('탈퇴한 계정의 목록', ENTER)
    await answer('서버를 껐나요?', `y${ENTER}`)
  }
  const first = open(async () => found)
  await first.answer('무엇을 할까요?', DOWN.repeat(6) + ENTER)
  await first.answer('2026-11-27 03:00  s3://backups/notes/a.backup', DOWN + ENTER)
  await finish(first)
  expect(await first.asked).toEqual(['restore', 's3://backups/notes/a.backup'])

  const other = open(async () => found)
  await other.answer('무엇을 할까요?', DOWN.repeat(6) + ENTER)
  await other.answer('다른 백업', DOWN.repeat(2) + ENTER)
  await other.answer('s3://… 주소', `s3://old/c.backup${ENTER}`)
  await finish(other)
  expect(await other.asked).toEqual(['restore', 's3://old/c.backup'])
})

test('a place that cannot be read is reported, and a file can still be restored', async () => {
  const { asked, answer } = open(async () => {
    throw new StartupError('S3: 403 AccessDenied')
  })
  const failed = expect(asked).rejects.toMatchObject({ name: 'ExitPromptError' })
  await answer('무엇을 할까요?', DOWN.repeat(6) + ENTER)
  await answer(/S3: 403 AccessDenied[\s\S]*s3:\/\/… 주소/, CTRL_C)
  await failed
})

test('Ctrl+C at a question ends without a command', async () => {
  const { asked, answer } = open()
  const failed = expect(asked).rejects.toMatchObject({ name: 'ExitPromptError' })
  await answer('무엇을 할까요?', CTRL_C)
  await failed
})
