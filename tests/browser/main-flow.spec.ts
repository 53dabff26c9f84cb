import { ko } from '#protocol/text/ko.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import {
  createHubWith,
  hubRow,
  makeTopic,
  newVisitor,
  openFromMenu,
  shareNow,
  signIn,
  signUp,
  typeNote,
} from './steps.ts'

test.use({ savesData: false })

/** The main flow, from sign-up to the live note: an author on a desktop and a reader on a phone. */

test('a shared note and its badge reach a friend on another node', async ({ twoSites, openPage }) => {
  const [author, reader] = [newVisitor('글쓴이'), newVisitor('읽는이')]
  const desktop = await openPage(twoSites[0].url, DESKTOP)
  const phone = await openPage(twoSites[1].url, PHONE)

  await signUp(desktop, author)
  await signIn(desktop, author)
  await signUp(phone, reader)
  await signIn(phone, reader)
  await openFromMenu(phone, ko['shell.friends'])

  // The hub appears live on the friend's screen.
  await createHubWith(desktop, reader)
  await expect(hubRow(phone, author.username)).toBeVisible()

  await makeTopic(desktop, '스터디')
  await typeNote(desktop, '스터디', '정규화 정리', '## 제3정규형\n\n**이행적 종속(Transitive)**을 없애요.')
  await expect(desktop.getByRole('heading', { name: '제3정규형' })).toBeVisible()
  await expect(desktop.locator('strong')).toHaveText('이행적 종속(Transitive)')

  // After the share the badge rises in the list and on the menu button, also in a second tab.
  const secondTab = await phone.context().newPage()
  await secondTab.goto('/home')
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const shareRow = desktop.getByRole('listitem').filter({ hasText: reader.username })
  await shareNow(shareRow)

  await expect(hubRow(phone, author.username).getByText('안 읽은 노트 1개')).toBeAttached()
  await expect(phone.getByRole('button', { name: /메뉴 열기.*안 읽은 노트 1개/ })).toBeVisible()
  await expect(secondTab.getByRole('button', { name: /메뉴 열기.*안 읽은 노트 1개/ })).toBeVisible()

  // The note appears in the open discussion, and reading it clears the badge in both tabs.
  await hubRow(phone, author.username).getByRole('link').first().click()
  const shared = phone.getByRole('link', { name: '정규화 정리' })
  await expect(shared).toBeVisible()
  await expect(secondTab.getByRole('button', { name: ko['shell.openMenu'], exact: true })).toBeVisible()

  // Cancelling the share removes the note from the open discussion; sharing again adds it.
  await shareRow.getByRole('button', { name: ko['shares.cancel'] }).click()
  await expect(shared).toBeHidden()
  await shareNow(shareRow)
  await expect(shared).toBeVisible()

  await shared.click()
  await expect(phone.getByRole('heading', { name: '정규화 정리' })).toBeVisible()
  await expect(phone.getByRole('heading', { name: '제3정규형' })).toBeVisible()
})
