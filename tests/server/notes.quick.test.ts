import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { getNote, quickNote } from '#protocol/notes.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person } from '#tests/support/person.ts'

let node: TestNode
let author: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newPerson(node.url)
})
afterAll(() => node.stop())

const keep = (text: string, requestKey = randomUUID()) =>
  author.does(quickNote, { text: encodeText(text), requestKey })

test('a quick note comes under a topic of its own, which is made once', async () => {
  await author.does(createTopic, { title: '다른 주제' })
  const first = await keep('장보기\n우유')
  expect(first.title).toBe('장보기')
  const second = await keep('또 하나')
  expect(second.topicNo).toBe(first.topicNo)
  expect((await author.does(getTopics, {})).subjects).toMatchObject([
    { subjectNo: first.topicNo, title: '빠른 노트', noteCount: 2 },
    { title: '다른 주제', noteCount: 0 },
  ])
  const note = await author.does(getNote, { noteNo: first.noteNo })
  expect([note.title, decodeText(note.text), note.subjectTitle]).toEqual(['장보기', '우유', '빠른 노트'])
})

test('the first ones, sent at once, make one topic', async () => {
  author = await newPerson(node.url)
  const kept = await Promise.all(['하나', '둘', '셋', '넷'].map(text => keep(text)))
  expect(new Set(kept.map(({ topicNo }) => topicNo)).size).toBe(1)
  expect((await author.does(getTopics, {})).subjects).toMatchObject([{ title: '빠른 노트', noteCount: 4 }])
})

test('sent twice it is one note', async () => {
  const requestKey = randomUUID()
  const [one, again] = [await keep('한 번만', requestKey), await keep('한 번만', requestKey)]
  expect(again.noteNo).toBe(one.noteNo)
})

test('without words nothing is kept', async () => {
  const before = await author.does(getTopics, {})
  const answer = await author.asks(quickNote, { text: encodeText(' \n---'), requestKey: randomUUID() })
  expect(answer).toMatchObject({ status: 400, body: { message: '제목이 될 말을 한 줄 써 주세요.' } })
  expect(await author.does(getTopics, {})).toEqual(before)
})
