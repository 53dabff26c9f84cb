import { expect, test } from 'vitest'
import { translatorFor } from '#server/platform/i18n.ts'
import { notificationMail } from './notificationMails.ts'

const subjectOf = (room: string) =>
  notificationMail(
    {
      to: 'reader@example.com',
      content: { entries: [], count: 2, room: { name: room }, roomPath: '/discussion?hub=1' },
      id: '1',
      unsubscribeSecret: 'secret',
      publicUrl: 'https://geulmaru.example',
    },
    translatorFor('ko'),
  ).subject

test.each(['무료 bank.example', 'http://a', '전화 010-1234-5678'])(
  'the subject of a digest does not repeat the room name %s, which mail programs would turn into a link',
  room => expect(subjectOf(room)).not.toContain(room),
)

test('the subject of a digest names the room', () => {
  expect(subjectOf('책 모임')).toContain('‘책 모임’')
})
