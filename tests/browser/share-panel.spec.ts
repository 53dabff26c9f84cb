import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { disjoin } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE, SHARE_TAKE_BACK_SECONDS } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type OpenAs, type Site, test } from './fixtures.ts'
import { hubOf } from './steps.ts'

/** An author with a note and the open share panel, and a friend on the friend list. */
async function openPanel(site: Site, openAs: OpenAs, width = 1440) {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  const friend = await openAs(reader, 390, paths.friends)
  await expect(hubOf(friend, author.name)).toBeVisible()
  const desk = await openAs(author, width, paths.note(await writeNote(author, '나눌 노트')))
  await desk.clock.install()
  await desk.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const row = desk.getByRole('listitem').filter({ hasText: reader.name })
  const badge = hubOf(friend, author.name).getByText('안 읽은 노트 1개')
  return { author, hubNo, desk, row, friend, badge }
}

const press = (row: Locator, name: string) => row.getByRole('button', { name }).click()

test('a sharing can be taken back before anybody hears of it, and comes when the time is over, only then', async ({
  site,
  openAs,
}) => {
  const { desk, row, badge } = await openPanel(site, openAs, 390)
  const calls: string[] = []
  desk.on('request', request => calls.push(new URL(request.url()).pathname))
  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await expect(row.getByRole('button', { name: ko['common.undo'] })).toBeFocused()
  await press(row, ko['common.undo'])
  await expect(desk.getByText(ko['shares.takenBack'])).toBeVisible()
  await desk.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(row.getByRole('button', { name: ko['shares.share'] })).toBeVisible()
  expect(calls).not.toContain('/api/share/sharenote')
  await expect(badge).toBeHidden()

  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await expect(desk.getByText(ko['shares.shared'])).toBeHidden()
  await expect(badge).toBeHidden()
  // Here, where nothing is pressed after it: the time goes on.
  await expectAccessible(desk)
  expect(await row.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
  await desk.clock.runFor(SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(desk.getByText(ko['shares.shared'])).toBeVisible()
  await expect(row.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
  await expect(badge).toBeAttached()
})

for (const width of [1440, 390]) {
  test(`a room's row keeps its lines and its height while it waits and when it is shared, ${width} wide @long`, async ({
    site,
    openAs,
  }) => {
    const author = await newPerson(site.url, '글쓴이')
    const friends = await Promise.all(
      ['가', '나', '다'].map(name => newPerson(site.url, `긴 이름의 친구 ${name}`)),
    )
    await makeHub(author, ...friends)
    const noteNo = await writeNote(author, '나눌 노트')
    const page = await openAs(author, width, paths.updateNote(noteNo))
    await page.getByRole('button', { name: ko['shares.fromEditor'] }).click()
    const dialog = page.getByRole('dialog', { name: ko['shares.panel'] })
    await expect(dialog.getByRole('heading')).toHaveCount(1)
    const row = dialog.getByRole('listitem')
    const box = async () => ({ dialog: await dialog.boundingBox(), row: await row.boundingBox() })
    await expect(row).toBeVisible()
    const before = await box()
    await press(row, ko['shares.share'])
    const left = row.getByText(/^\d+초 뒤에 공유해요$/)
    await expect(left).toBeVisible()
    expect((await left.boundingBox())?.height).toBeLessThan(30)
    expect(await box()).toEqual(before)
    await press(row, ko['shares.shareNow'])
    await expect(row.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
    expect(await box()).toEqual(before)
  })
}

test('what waits goes on waiting while the page of the panel is turned @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '글쓴이')
  const friends = []
  for (let number = 0; number <= SHARE_HUBS_PER_PAGE; number++) {
    const friend = await newPerson(site.url, '읽는이')
    friends.push({ ...friend, hubNo: await makeHub(author, friend) })
  }
  const noteNo = await shareNewNote(author, friends[0]?.hubNo ?? 0, '나눌 노트')
  const desk = await openAs(author, 1440, paths.note(noteNo))
  await desk.clock.install()
  await desk.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const rows = desk.getByRole('region', { name: ko['shares.panel'] }).getByRole('listitem')
  const row = rows.filter({ hasText: friends.at(-1)?.name ?? '' })
  await press(row, ko['shares.share'])
  await desk.getByRole('button', { name: `${ko['page.next']}, 2쪽으로 이동` }).click()
  await expect(row).toBeHidden()
  await desk.getByRole('button', { name: `${ko['page.previous']}, 1쪽으로 이동` }).click()
  await press(row, ko['common.undo'])
  await desk.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(row.getByRole('button', { name: ko['shares.share'] })).toBeVisible()
})

test('to a room that was left meanwhile nothing is shared @long', async ({ site, openAs }) => {
  const { author, hubNo, desk, row } = await openPanel(site, openAs)
  await makeHub(author, await newPerson(site.url, '다른이'))
  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await author.does(disjoin, { targetHubNo: hubNo })
  await expect(desk.getByText(ko['shares.takenBack'])).toBeVisible()
  const calls: string[] = []
  desk.on('request', request => calls.push(new URL(request.url()).pathname))
  await desk.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  expect(calls).not.toContain('/api/share/sharenote')
})

test('what waits can be taken back from any other screen, all rooms at once', async ({ site, openAs }) => {
  const { author, desk, row } = await openPanel(site, openAs, 390)
  const other = await newPerson(site.url, '다른이')
  await makeHub(author, other)
  const calls: string[] = []
  desk.on('request', request => calls.push(new URL(request.url()).pathname))
  const share = desk.getByRole('button', { name: ko['notes.share'], exact: true })
  const undo = desk.getByRole('status').getByRole('button', { name: ko['common.undo'] })
  const rowOfOther = desk.getByRole('listitem').filter({ hasText: other.name })
  await press(row, ko['shares.share'])
  await press(rowOfOther, ko['shares.share'])
  await expect(undo).toBeHidden()

  await desk.keyboard.press('Escape')
  await expect(share).toBeFocused()
  await expect(row).toBeHidden()
  await expect(desk.getByText(ko['shares.waiting'].replace('{count}', '2'))).toBeVisible()
  await desk.getByRole('link', { name: ko['common.appName'] }).click()
  await expect(share).toBeHidden()
  await undo.click()
  await expect(desk.getByText(ko['shares.takenBack'])).toBeVisible()
  await expect(undo).toBeHidden()
  await desk.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  expect(calls).not.toContain('/api/share/sharenote')
})

test('what waits follows from screen to screen, and is shared when the time is over @long', async ({
  site,
  openAs,
}) => {
  const { desk, row, badge } = await openPanel(site, openAs, 390)
  const share = desk.getByRole('button', { name: ko['notes.share'], exact: true })
  const undo = desk.getByRole('status').getByRole('button', { name: ko['common.undo'] })
  await press(row, ko['shares.share'])
  await desk.keyboard.press('Escape')
  await desk.getByRole('link', { name: ko['common.appName'] }).click()
  await expect(undo).toBeVisible()
  // Its clock goes on by itself as well.
  await desk.clock.runFor((SHARE_TAKE_BACK_SECONDS / 5) * 1000)
  await desk.goBack()
  await share.click()
  await expect(undo).toBeHidden()
  await expect(row.getByText(/^\d초 뒤에 공유해요$/)).toBeVisible()
  await press(row, ko['common.undo'])
  await press(row, ko['shares.share'])
  await desk.goForward()
  await expect(undo).toBeVisible()
  await expect(badge).toBeHidden()
  await expectAccessible(desk, '.toasts')
  await desk.clock.runFor(SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(undo).toBeHidden()
  await expect(desk.getByRole('status').getByText(ko['shares.shared'])).toBeVisible()
  await expect(desk.getByRole('link', { name: ko['shares.seeInRoom'] })).toBeVisible()
  await expect(badge).toBeAttached()
})

test('a note that is deleted while it waits is not shared @long', async ({ site, openAs }) => {
  const { desk, row, author } = await openPanel(site, openAs)
  await press(row, ko['shares.share'])
  await desk.keyboard.press('Escape')
  const noteNo = Number(new URL(desk.url()).searchParams.get('no'))
  const calls: string[] = []
  desk.on('request', request => calls.push(new URL(request.url()).pathname))
  await author.does(deleteNote, { noteNo })
  await expect(desk.getByText(ko['shares.takenBack'])).toBeVisible()
  await desk.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  expect(calls).not.toContain('/api/share/sharenote')
})

test('leaving the page shares at once', async ({ site, openAs }) => {
  const { desk, row, badge } = await openPanel(site, openAs)
  await press(row, ko['shares.share'])
  await desk.goto('about:blank')
  await expect(badge).toBeAttached()
})

test('signing out shares at once @long', async ({ site, openAs }) => {
  const { desk, row, badge } = await openPanel(site, openAs)
  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await desk.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(desk.getByRole('link', { name: ko['shell.signIn'] })).toBeVisible()
  await expect(badge).toBeAttached()
})
