import { paths } from '#client/paths.ts'
import { API_DOCS_PATH } from '#protocol/apiTokens.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { enterPassword } from './steps.ts'

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`an API token is created, shown once and removed (${width})${form}`, async ({ site, openAs }) => {
    const user = await newUser(site.url, '자동화하는사람')
    const page = await openAs(user, width, paths.myInfo)
    await enterPassword(page, PASSWORD)
    await expect(page.getByText(ko['apiTokens.empty'])).toBeVisible()
    await page.getByRole('button', { name: ko['apiTokens.add'] }).click()

    const dialog = page.getByRole('dialog', { name: ko['apiTokens.addTitle'] })
    await dialog.getByRole('button', { name: ko['apiTokens.create'] }).click()
    await expect(dialog.getByText(ko['apiTokens.nameLength'])).toBeVisible()
    await dialog.getByLabel(ko['apiTokens.name'], { exact: true }).fill('집 컴퓨터')
    await expectAccessible(page, '.dialog[open]')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(ko['apiTokens.once'])).toBeVisible()
    const field = dialog.getByLabel(ko['apiTokens.token'])
    await expect(field).toBeFocused()
    const token = await field.inputValue()
    await dialog.getByRole('button', { name: ko['apiTokens.done'] }).click()

    const row = page.getByRole('listitem').filter({ hasText: '집 컴퓨터' })
    await expect(row).toContainText(ko['apiTokens.neverUsed'])
    await expect(page.getByText(token)).toHaveCount(0)
    const ask = () => fetch(site.url + getTopics.path, { headers: { Authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)

    await row.getByRole('button').click()
    await page.getByRole('group').getByRole('button', { name: ko['common.delete'] }).click()
    await expect(page.getByText(ko['apiTokens.empty'])).toBeVisible()
    expect((await ask()).status).toBe(401)
  })

test('the API documentation lists the calls under our content security policy', async ({
  site,
  openPage,
}) => {
  // The viewer draws the list of all calls at once.
  const page = await openPage(site.url, DESKTOP)
  await page.goto(API_DOCS_PATH)
  await page.getByText('note', { exact: true }).click()
  await expect(page.getByText('/api/note/get', { exact: true }).first()).toBeVisible()
})
