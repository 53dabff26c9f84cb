import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, PASSWORD, type Person } from '#tests/support/person.ts'
import { field } from './board.ts'
import { expect, test } from './fixtures.ts'
import { againDialog, endSessionUnnoticed, pressUnderDialog, signOut, tokenOf } from './sessions.ts'
import { typeSignIn } from './steps.ts'

/** What the next person who signs in in a tab finds of the one before. */

test('what is unfinished waits for whoever wrote it, until they sign out, and for nobody else', async ({
  site,
  openPage,
}) => {
  const [writer, other] = [await newPerson(site.url, '의견쓴이'), await newPerson(site.url, '다음사람')]
  const page = await openPage(site.url, 1440)
  const enter = async ({ email }: Person) => {
    await page.goto('/user/signin')
    await typeSignIn(page, email, PASSWORD)
    await expect.poll(() => tokenOf(page)).not.toBeNull()
  }
  const expectUnfinished = async (opinion: string) => {
    await page.goto(paths.agora)
    await expect(field(page)).toHaveValue(opinion)
  }
  await enter(writer)
  await expectUnfinished('')
  await field(page).fill('어두운 화면을 바라요')
  await endSessionUnnoticed(page)
  await enter(writer)
  await expectUnfinished('어두운 화면을 바라요')

  await endSessionUnnoticed(page)
  await enter(other)
  await expectUnfinished('')

  // Also on a screen that was not opened since the page was loaded.
  await field(page).fill('밝은 화면을 바라요')
  await page.goto(paths.friends)
  await signOut(page)
  await enter(other)
  await expectUnfinished('')
})

test('a text that came along with somebody is offered to nobody else, nor is anybody led to where they were', async ({
  site,
  openPage,
}) => {
  const [writer, other] = [await newPerson(site.url, '가져온이'), await newPerson(site.url, '다음사람')]
  const page = await openPage(site.url, 1440, paths.lookaroundCreateNote, opening =>
    opening.routeWebSocket(/socket\.io/, socket => socket.close()),
  )
  const offer = page.getByRole('complementary', { name: ko['trialDraft.label'] })
  const enter = async ({ email }: Person) => {
    await page.goto(paths.signIn)
    await typeSignIn(page, email, PASSWORD)
  }
  await page.getByLabel(ko['notes.body'], { exact: true }).fill('둘러보다 쓴 글')
  await page.getByRole('button', { name: ko['notes.save'], exact: true }).click()
  await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
  await expect(page).toHaveURL(paths.signUp)
  await enter(writer)
  await expect(offer).toContainText('둘러보다 쓴 글')

  const endOnFriends = async () => {
    await page.goto(paths.friends)
    const search = page.getByRole('textbox', { name: ko['hubs.search'] })
    // A session that has ended before its screen is there leaves none.
    await expect(search).toBeVisible()
    await search.fill('nobody@example.com')
    await endSessionUnnoticed(page)
    await pressUnderDialog(page.getByRole('button', { name: ko['hubs.searchButton'] }))
    await expect(againDialog(page)).toBeVisible()
  }
  await endOnFriends()
  await enter(writer)
  await expect(page).toHaveURL(paths.friends)
  await expect(offer).toContainText('둘러보다 쓴 글')

  await endOnFriends()
  await page.goto(paths.signIn)
  await expect(page.getByLabel(ko['accounts.password'], { exact: true })).toBeVisible()
  await expect(page.getByText('둘러보다 쓴 글')).toHaveCount(0)
  await enter(other)
  await expect(page).toHaveURL(paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('carried_text'))).toBeNull()
})
