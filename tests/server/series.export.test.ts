import { expect, test } from 'vitest'
import { deleteNote } from '#protocol/notes.ts'
import { createDataExport } from '#server/features/dataExport/dataExport.service.ts'
import { openNodes } from '#tests/support/node.ts'
import { writeSeries } from '#tests/support/series.ts'
import { newUser } from '#tests/support/users.ts'

const [node] = await openNodes({})

test('the data export has a series as one file, also in the trash', async () => {
  const writer = await newUser(node.url)
  const { notes, trash } = node.app.context.repositories
  const [head, second = 0] = await writeSeries(writer, ['하나', '둘'], '이어지는 글')
  const [deleted] = await writeSeries(writer, ['셋', '넷'], '지운 글')
  await writer.call(deleteNote, { noteNo: deleted })
  const archive = await createDataExport(node.app.context, { userNo: writer.userNo, privilege: 0 })
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  const names = Buffer.concat(chunks)
    .toString('utf8')
    .match(/(이어지는|지운) 글( \(\d\))?\.md/g)
  // Each name is in the header of its file and in the directory of the archive.
  expect(names?.toSorted()).toEqual(['이어지는 글.md', '이어지는 글.md', '지운 글.md', '지운 글.md'])
  expect([...(await notes.findByNos([head, second])).keys()]).toHaveLength(2)
  expect(await trash.findPartsWith(deleted)).toHaveLength(1)
})
