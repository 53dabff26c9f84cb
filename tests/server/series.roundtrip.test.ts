import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createImporter } from '#client/features/imports/import.importer.ts'
import { parseSource } from '#client/features/imports/import.parser.ts'
import { planImport } from '#client/features/imports/import.plan.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { getNoteLinks } from '#protocol/links.ts'
import { exportData } from '#protocol/myInfo.ts'
import { getNotes, postNote, updateNote } from '#protocol/notes.ts'
import { continueNote, getSeries } from '#protocol/series.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { openNodes } from '#tests/support/node.ts'
import { writeSeries } from '#tests/support/series.ts'
import { newTopic, newUser, type TestUser } from '#tests/support/users.ts'

/** All notes of an account, exported, come back in another account from the import of the client. */

const [node] = await openNodes({})

async function archiveOf(user: TestUser): Promise<ArrayBuffer> {
  const response = await fetch(node.url + exportData.path, {
    method: 'POST',
    headers: { authData: user.token },
  })
  expect(response.status).toBe(200)
  return response.arrayBuffer()
}

async function importInto(user: TestUser, source: ArrayBuffer): Promise<void> {
  const read = await parseSource({ source, name: '0', maxFiles: 1_000, untitled: '제목 없음' })
  const plan = planImport(read.files, { looseTitle: '가져온 노트', trashTitle: '휴지통' }, read.topics)
  const times = ({ createdAt, lastUpdate }: { createdAt?: Date; lastUpdate?: Date | undefined }) => ({
    ...(createdAt && { createdAt: createdAt.toISOString() }),
    ...(lastUpdate && { lastUpdate: lastUpdate.toISOString() }),
  })
  let failed: readonly unknown[] = []
  await createImporter({
    plan,
    async getTopicNo({ title }) {
      const { subjects } = await user.call(getTopics, {})
      const known = subjects.find(topic => topic.title === title)
      return known?.subjectNo ?? (await user.call(createTopic, { title })).subjects[0]?.subjectNo ?? 0
    },
    post: ({ topicNo, title, text, requestKey, ...rest }) =>
      user.call(postNote, { topicNo, title, text: encodeText(text), requestKey, ...times(rest) }),
    postPart: ({ noteNo, text, requestKey, lastUpdate }) =>
      user.call(continueNote, { noteNo, text: encodeText(text), requestKey, ...times({ lastUpdate }) }),
    link: ({ noteNo, title, text, lastUpdate }) =>
      user.call(updateNote, { noteNo, title, text: encodeText(text), version: 1, ...times({ lastUpdate }) }),
    async keyOf(topic, { title, text }, copy) {
      const digest = createHash('sha256')
        .update(JSON.stringify([topic, title, text, copy]))
        .digest('hex')
      return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
    },
    onProgress(progress) {
      failed = progress.failed
    },
  }).run()
  expect(failed).toEqual([])
}

/** The notes of an account with their texts, in which numbers are replaced by titles and parts. */
async function contentOf(user: TestUser) {
  const { subjects } = await user.call(getTopics, {})
  const listed = await Promise.all(
    subjects.map(async ({ subjectNo, title: topic }) => {
      const { notes } = await user.call(getNotes, { topicNo: subjectNo, order: 'title' })
      return Promise.all(
        notes.map(async note => ({
          topic,
          note,
          parts: (await user.call(getSeries, { noteNo: note.noteNo })).parts,
        })),
      )
    }),
  )
  const all = listed.flat()
  const names = new Map(
    all.flatMap(({ note, parts }) =>
      parts.map(({ noteNo }, at) => [noteNo, `${note.title}/${at + 1}`] as const),
    ),
  )
  const named = (text: string) =>
    text.replace(/\/note\?no=(\d+)/g, (_, noteNo) => `/note?no=${names.get(Number(noteNo)) ?? 'unknown'}`)
  const content = all.map(async ({ topic, note, parts }) => ({
    ...{ topic, title: note.title, createdAt: note.createdAt, lastUpdate: note.lastUpdate },
    texts: parts.map(({ text }) => named(decodeText(text))),
    links: await Promise.all(
      parts.map(async ({ noteNo }) =>
        (await user.call(getNoteLinks, { noteNo })).links
          .map(link => [link.key, names.get(link.noteNo)])
          .filter(([key]) => !String(key).startsWith('/')),
      ),
    ),
  }))
  return (await Promise.all(content)).toSorted((one, other) => one.title.localeCompare(other.title))
}

test('all texts, parts, times and links of an account come back in another one, and only once', async () => {
  const author = await newUser(node.url, '쓰는이')
  const topicNo = await newTopic(author, '여행')
  const write = async (title: string, text: string) =>
    (
      await author.call(postNote, {
        topicNo,
        title,
        text: encodeText(text),
        createdAt: '2024-03-01T10:22:00.000Z',
        lastUpdate: '2024-03-02T10:22:00.000Z',
      })
    ).noteNo
  const jeju = await write('제주', '# 첫날\n\n바다')
  const [head, second, third] = await writeSeries(
    author,
    [
      `# 하나\n\n[제주](/note?no=${jeju}#h-첫날) [[제주]]\n\n\`\`\`\n[코드](제주.md)\n`,
      `계속 [코드](제주.md)\n\`\`\`\n\n- [x] 한 일\n- [ ] 할 일`,
      '# 둘\n\n[[제주#첫날]] [[없는 글]] #여행\n',
    ],
    '여행기',
  )
  await write(
    '시작',
    `[여행기](/note?no=${head}#h-둘) [둘째 편](/note?no=${second}) [셋째 편](/note?no=${third}) [[여행기]]`,
  )
  const exported = await contentOf(author)
  expect(exported.map(({ texts }) => texts.length).toSorted()).toEqual([1, 1, 3])

  const reader = await newUser(node.url, '옮긴이')
  const archive = await archiveOf(author)
  await importInto(reader, archive)
  expect(await contentOf(reader)).toEqual(exported)
  await importInto(reader, archive)
  expect(await contentOf(reader)).toEqual(exported)
})
