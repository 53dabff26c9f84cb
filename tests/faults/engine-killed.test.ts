import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNotes, postNote } from '#protocol/notes.ts'
import { createTopic } from '#protocol/topics.ts'
import { startSourceNode } from '#tests/support/nodeProcess.ts'
import { newPerson, signedIn } from '#tests/support/person.ts'

const NOTES_BEFORE_THE_KILL = 20
const NOTES = 45

test('when the engine is killed the server says so and ends, and no acknowledged write is lost', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'geulmaru-fault-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const server = await startSourceNode({ DATA_DIR })
  const author = await newPerson(server.url)
  const { subjects } = await author.does(createTopic, { title: '주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0

  const acknowledged: number[] = []
  await Promise.all(
    Array.from({ length: NOTES }, async (_, index) => {
      const answer = await author
        .asks(postNote, { topicNo, title: `노트 ${index}`, text: '' })
        .catch(() => null)
      if (answer?.status !== 200) return
      acknowledged.push(answer.body.noteNo)
      if (acknowledged.length === NOTES_BEFORE_THE_KILL) process.kill(engineOf(DATA_DIR), 'SIGKILL')
    }),
  )
  const { exitCode, said } = await server.gone
  expect(exitCode).toBe(1)
  expect(said).toContain('내장 데이터베이스가 갑자기 멈췄어요')
  expect(acknowledged.length).toBeGreaterThanOrEqual(NOTES_BEFORE_THE_KILL)

  const again = await startSourceNode({ DATA_DIR })
  const returned = await signedIn(again.url, author.email)
  const { notes } = await returned.does(getNotes, { topicNo, itemsPerPage: ITEMS_PER_PAGE_MAX })
  expect(notes.map(note => note.noteNo)).toEqual(expect.arrayContaining(acknowledged))
  await again.stop()
})

/** The process id of the engine that has this data directory open. */
function engineOf(dataDir: string): number {
  const processes = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  const line = processes.split('\n').find(line => line.includes('engine.mjs') && line.includes(dataDir))
  return Number.parseInt(line ?? '', 10)
}
