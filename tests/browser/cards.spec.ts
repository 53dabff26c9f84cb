import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessible.ts'
import { connected, expect, test } from './fixtures.ts'
import { box, cardOn, discuss, members, openNote, send } from './talking.ts'

test('a card tells who has read, who writes, what was said last and who empathizes, and does not move', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await discuss(site, openAs)
  const card = cardOn(desktop)
  await expect(card).toBeVisible()
  await expect(members(desktop)).toBeVisible()
  const place = await card.boundingBox()

  await openNote(phone)
  const readers = card.getByRole('button', { name: ko['discussion.readByAll'] })
  await readers.click()
  await expect(card.getByText(reader.name)).toBeVisible()
  await expectAccessible(desktop)
  await desktop.keyboard.press('Escape')
  await expect(card.getByText(reader.name)).toBeHidden()
  await expect(readers).toBeFocused()

  // Pressed without getting the focus, as in Safari.
  await readers.blur()
  await readers.dispatchEvent('click')
  await expect(card.getByText(reader.name)).toBeVisible()
  await desktop.getByRole('heading', { level: 1 }).click()
  await expect(card.getByText(reader.name)).toBeHidden()

  // That somebody is writing is told once.
  await Promise.all([connected(desktop), connected(phone)])
  await box(phone).pressSequentially('그해 가을을 기억해요')
  await expect(card).toContainText(`${reader.name}님이 쓰고 있어요`)
  await send(phone)
  await expect(card).toContainText(`${reader.name} 그해 가을을 기억해요`)
  await expect(card).not.toContainText('쓰고 있어요')

  const reaction = card.getByRole('button', { name: /^공감( \d+)?$/ })
  await reaction.click()
  await expect(reaction).toHaveAttribute('aria-pressed', 'true')
  await expect(card).toContainText('공감 1')
  expect(await card.boundingBox()).toEqual(place)

  await phone.goBack()
  const onPhone = cardOn(phone)
  await expect(onPhone.getByRole('button', { name: '공감 1' })).toHaveAttribute('aria-pressed', 'false')
  await expect(members(phone)).toBeVisible()
  const placeOnPhone = await onPhone.boundingBox()
  await onPhone.getByRole('button', { name: '공감 1' }).click()
  await expect(card).toContainText('공감 2')
  await reaction.click()
  await expect(onPhone).toContainText('공감 1')
  expect(await onPhone.boundingBox()).toEqual(placeOnPhone)
  await expectAccessible(phone)
})
