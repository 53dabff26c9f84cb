import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import { commentBox, membersLine, noteCard, openDiscussions, openNote, sendComment } from './thread.ts'

test('a card shows readers, typing members, the last comment and reactions, and does not move', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await openDiscussions(site, openAs)
  const card = noteCard(desktop)
  await expect(card).toBeVisible()
  await expect(membersLine(desktop)).toBeVisible()
  const position = await card.boundingBox()

  await openNote(phone)
  const readers = card.getByRole('button', { name: ko['discussion.readByAll'] })
  await readers.click()
  await expect(card.getByText(reader.name)).toBeVisible()
  await expectAccessible(desktop)
  await desktop.keyboard.press('Escape')
  await expect(card.getByText(reader.name)).toBeHidden()
  await expect(readers).toBeFocused()

  // Clicks without moving the focus, as Safari does.
  await readers.blur()
  await readers.dispatchEvent('click')
  await expect(card.getByText(reader.name)).toBeVisible()
  await desktop.getByRole('heading', { level: 1 }).click()
  await expect(card.getByText(reader.name)).toBeHidden()

  // The typing event is published only once.
  await Promise.all([waitForConnection(desktop), waitForConnection(phone)])
  await commentBox(phone).pressSequentially('그해 가을을 기억해요')
  await expect(card).toContainText(`${reader.name}님이 쓰고 있어요`)
  await sendComment(phone)
  await expect(card).toContainText(`${reader.name} 그해 가을을 기억해요`)
  await expect(card).not.toContainText('쓰고 있어요')

  const reaction = card.getByRole('button', { name: /^공감( \d+)?$/ })
  await reaction.click()
  await expect(reaction).toHaveAttribute('aria-pressed', 'true')
  await expect(card).toContainText('공감 1')
  expect(await card.boundingBox()).toEqual(position)

  await phone.goBack()
  const onPhone = noteCard(phone)
  await expect(onPhone.getByRole('button', { name: '공감 1' })).toHaveAttribute('aria-pressed', 'false')
  await expect(membersLine(phone)).toBeVisible()
  const placeOnPhone = await onPhone.boundingBox()
  await onPhone.getByRole('button', { name: '공감 1' }).click()
  await expect(card).toContainText('공감 2')
  await reaction.click()
  await expect(onPhone).toContainText('공감 1')
  expect(await onPhone.boundingBox()).toEqual(placeOnPhone)
  await expectAccessible(phone)
})
