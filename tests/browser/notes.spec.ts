import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import {
  bodyField,
  changeOnOtherDevice,
  openNewNote,
  save,
  savedMessage,
  storedTexts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

test('the first save keeps the editor, its focus and a composing syllable', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const url = page.url()
  await titleField(page).fill('첫 회의')
  await bodyField(page).focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 })
  await page.keyboard.press('Control+s')
  await expect(savedMessage(page)).toBeVisible()
  await expect(page).toHaveURL(/\/note\/update\?no=\d+$/)
  await expect(bodyField(page)).toBeFocused()
  await keyboard.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.insertText', { text: '한' })
  await expect(bodyField(page)).toHaveValue('한')

  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyField(page)).toHaveValue('한')

  await test.step('without a title the first words become it, during composition too', async () => {
    await page.goto(url)
    await bodyField(page).focus()
    await page.keyboard.insertText('## 장보기\n두')
    await keyboard.send('Input.imeSetComposition', { text: '부', selectionStart: 1, selectionEnd: 1 })
    await page.keyboard.press('Control+s')
    await expect(savedMessage(page)).toBeVisible()
    await expect(titleField(page)).toHaveValue('장보기')
    await expect(bodyField(page)).toBeFocused()
    await keyboard.send('Input.insertText', { text: '부' })
    await expect(bodyField(page)).toHaveValue('## 장보기\n두부')
  })
  await test.step('undo after a save reverts the text, not the generated title', async () => {
    await page.goto(url)
    await bodyField(page).fill('장보기')
    await bodyField(page).press('Control+End')
    await page.keyboard.insertText(' 목록')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue('장보기')
    await expect(titleField(page)).toHaveValue('장보기 목록')
    await expect(bodyField(page)).toBeFocused()
  })
  await test.step('a note that cannot be saved stays, with the reason', async () => {
    await page.goto(url)
    await save(page)
    await expect(page.getByText(ko['notes.titleLength'])).toBeVisible()
    await expect(titleField(page)).toBeFocused()

    const tooLong = '가'.repeat(5001)
    await bodyField(page).fill(tooLong)
    await expect(page.getByText(ko['notes.bodyLength'])).toBeVisible()
    await expect(page.getByRole('button', { name: ko['notes.save'], exact: true })).toBeDisabled()
    await expect(bodyField(page)).toHaveValue(tooLong)
  })
})

test('unsaved text is there after a reload until it is saved or discarded', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleField(page).fill('쓰다 만 글')
  await bodyField(page).fill('100% 아직 저장하지 않았어요')
  const unsaved = page.getByText(ko['notes.saveStatusUnsaved'], { exact: true })
  await expect(unsaved).toBeVisible()
  await page.reload()
  await expect(titleField(page)).toHaveValue('쓰다 만 글')
  await expect(bodyField(page)).toHaveValue('100% 아직 저장하지 않았어요')
  await expect(unsaved).toBeVisible()
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyField(page)).toHaveValue('100% 아직 저장하지 않았어요')
  await expect(page.locator('.writing__save-status--saved')).toBeAttached()
})

test('a new note opens empty beside an unfinished one', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  const unsaved = page.getByRole('region', { name: ko['notes.drafts'] })
  const openAnother = async () => {
    await page.getByRole('link', { name: ko['notes.toList'] }).click()
    await page.getByRole('link', { name: ko['notes.write'] }).click()
    await expect(titleField(page)).toHaveValue('')
    await expect(bodyField(page)).toHaveValue('')
  }
  await titleField(page).fill('쓰다 만 글')
  await bodyField(page).fill('내일 이어서 쓸 이야기')
  await openAnother()
  await bodyField(page).fill('지금 떠오른 글')
  await expect
    .poll(async () => (await storedTexts(page)).toSorted())
    .toEqual(['내일 이어서 쓸 이야기', '지금 떠오른 글'])

  await test.step('a reload restores the text of this tab', async () => {
    await page.reload()
    await expect(bodyField(page)).toHaveValue('지금 떠오른 글')
  })
  await test.step('both are listed, and discarding one can be undone', async () => {
    await page.getByRole('link', { name: ko['notes.toList'] }).click()
    await expect(unsaved.getByRole('link')).toHaveText(['지금 떠오른 글', '쓰다 만 글'])
    await expectAccessible(page)
    await page.getByRole('button', { name: '‘지금 떠오른 글’ 버리기' }).click()
    await page
      .getByRole('group', { name: '‘지금 떠오른 글’에서 저장하지 않은 글을 버릴까요?' })
      .getByRole('button', { name: ko['notes.draftDiscard'] })
      .click()
    await expect(unsaved.getByRole('link')).toHaveText(['쓰다 만 글'])
    await page.getByRole('button', { name: ko['common.undo'] }).click()
    await expect(unsaved.getByRole('link')).toHaveText(['지금 떠오른 글', '쓰다 만 글'])
    await unsaved.getByRole('link', { name: '지금 떠오른 글' }).click()
    await expect(bodyField(page)).toHaveValue('지금 떠오른 글')
  })
})

test('a save while offline keeps the text, and is retried after the reconnect', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  // The Markdown renderer did not load in time either.
  await page.route('**/Markdown-*.js', route => route.abort())
  await page.reload()
  await titleField(page).fill('지하철에서')
  await page.context().setOffline(true)
  await bodyField(page).fill('- **굵게** 쓴 글')
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
  await expect(titleField(page)).toHaveValue('지하철에서')
  await expect(page.getByText(ko['notes.previewPlain'])).toBeVisible()

  await page.unroute('**/Markdown-*.js')
  await page.context().setOffline(false)
  await expect(page.getByRole('strong')).toHaveText('굵게')
  await expect(page.getByRole('list').filter({ has: page.getByRole('strong') })).toHaveCSS(
    'list-style-type',
    'disc',
  )
  await expect(savedMessage(page)).toBeVisible()
  await expect(page.getByText(ko['notes.saveFailed'])).toHaveCount(0)
})

test('the actions of a note fit on one line, in both languages @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const page = await openAs(author, PHONE, paths.note(await writeNote(author)))
  for (const [language, { 'notes.continueWriting': continueWriting }] of Object.entries({ ko, en })) {
    await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
    await page.reload()
    const write = page.getByRole('link', { name: continueWriting })
    await expect(write).toBeVisible()
    const actions = page.locator('.note-bar__row .button')
    const tops = await actions.evaluateAll(all => all.map(one => one.getBoundingClientRect().top))
    expect(tops, language).toEqual(Array(4).fill(tops[0]))
  }
})

test('a reader chooses when to see a new text; a withdrawn note disappears @long', async ({
  site,
  openAs,
}) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '나눈 노트', '처음 글')
  await author.call(shareNote, { hubNo, noteNo })
  const desktop = await openAs(author, DESKTOP, paths.note(noteNo))
  const phone = await openAs(reader, PHONE, paths.discussion(hubNo))
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()

  await phone.getByRole('link', { name: '나눈 노트' }).click()
  // `article` excludes the text on the card that leads here.
  await expect(phone.getByRole('article').getByText('처음 글')).toBeVisible()
  await expect(phone.getByRole('link', { name: ko['notes.continueWriting'] })).toHaveCount(0)

  await changeOnOtherDevice(desktop, '나눈 노트', '고친 글')
  await expect(phone.getByText(ko['notes.changed'])).toBeVisible()
  // After a reconnect the text is refetched, and still shown only on request.
  await Promise.all([
    phone.waitForResponse('**/api/note/get'),
    phone.evaluate(() => dispatchEvent(new Event('online'))),
  ])
  await phone.evaluate(() => fetch('/api/health'))
  await expect(phone.getByText('처음 글')).toBeVisible()
  await phone.getByRole('button', { name: ko['notes.showChanged'] }).click()
  await expect(phone.getByText('고친 글')).toBeVisible()
  await expect(phone.getByText(ko['notes.changed'])).toBeHidden()

  await desktop.getByRole('button', { name: ko['shares.cancel'] }).click()
  await expect(phone.getByText(ko['notes.withdrawn'])).toBeVisible()
  await expect(phone.getByText('고친 글')).toBeHidden()
})

test('auto-save saves changes every minute', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.clock.install()
  await page.reload()
  const autosave = page.getByRole('switch', { name: ko['notes.autosave'] })
  await expect(autosave).toBeChecked()
  await titleField(page).fill('오늘')
  await page.clock.fastForward('01:00')
  await expect(page.getByText(/^\d\d:\d\d:\d\d 자동 저장했어요$/)).toBeVisible()
  await autosave.uncheck()
  await expect(page.getByText(ko['notes.autosaveOff'])).toBeVisible()
  await page.reload()
  await expect(autosave).not.toBeChecked()
  await autosave.check()
  await expect(page.getByText(ko['notes.autosaveOn'])).toBeVisible()
})
