import { paths } from '#client/paths.ts'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { en } from '#protocol/text/en.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { makeHub, newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import {
  bodyField,
  changeOnOtherDevice,
  DESKTOP,
  openNewNote,
  PHONE,
  save,
  savedMessage,
  saveWithTitle,
  storedDrafts,
  titleField,
} from './editor.ts'
import { expect, test } from './fixtures.ts'
import { clickBehindDialog, endSessionSilently, reauthDialog } from './sessions.ts'
import { makeTopic, reloadWithoutSocket, typeNote } from './steps.ts'

test('the first save keeps the editor, its focus and a composing syllable, and puts the note into the URL', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
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
})

test('a note that cannot be saved stays, with the reason', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  await save(page)
  await expect(page.getByText(ko['notes.titleLength'])).toBeVisible()
  await expect(titleField(page)).toBeFocused()

  const tooLong = '가'.repeat(5001)
  await bodyField(page).fill(tooLong)
  await expect(page.getByText(ko['notes.bodyLength'])).toBeVisible()
  await expect(page.getByRole('button', { name: ko['notes.save'], exact: true })).toBeDisabled()
  await expect(bodyField(page)).toHaveValue(tooLong)
})

test('without a title the first words become it, during composition too', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyField(page).focus()
  await page.keyboard.insertText('## 장보기\n두')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '부', selectionStart: 1, selectionEnd: 1 })
  await page.keyboard.press('Control+s')
  await expect(savedMessage(page)).toBeVisible()
  await expect(titleField(page)).toHaveValue('장보기')
  await expect(bodyField(page)).toBeFocused()
  await keyboard.send('Input.insertText', { text: '부' })
  await expect(bodyField(page)).toHaveValue('## 장보기\n두부')
})

test('undo after a save reverts the text, not the generated title @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
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

test('an unsaved draft is offered again after a reload until it is saved', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleField(page).fill('쓰다 만 글')
  await bodyField(page).fill('100% 아직 저장하지 않았어요')
  await expect.poll(() => storedDrafts(page)).toEqual(['100% 아직 저장하지 않았어요'])
  await page.reload()
  await expect(page.getByRole('region', { name: ko['notes.draftFound'] })).toBeVisible()
  await expect(titleField(page)).toHaveValue('쓰다 만 글')
  await expectAccessible(page)

  // Discarded by mistake.
  await page.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
  await expect(bodyField(page)).toHaveValue('')
  await page.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(bodyField(page)).toHaveValue('100% 아직 저장하지 않았어요')
  await page.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(bodyField(page)).toBeFocused()
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyField(page)).toHaveValue('100% 아직 저장하지 않았어요')
})

test('a new note opens empty beside an unfinished draft, and neither affects the other', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, PHONE)
  const offer = page.getByRole('region', { name: ko['notes.draftOffers'] })
  const openAnother = async () => {
    await page.getByRole('link', { name: ko['notes.toList'] }).click()
    await page.getByRole('link', { name: ko['notes.write'] }).click()
    await expect(offer).toBeVisible()
    await expect(titleField(page)).toHaveValue('')
    await expect(bodyField(page)).toHaveValue('')
  }
  await titleField(page).fill('쓰다 만 글')
  await bodyField(page).fill('내일 이어서 쓸 이야기')
  await openAnother()
  await expect(offer).toContainText('쓰다 만 글')
  await expectAccessible(page)
  await bodyField(page).fill('지금 떠오른 글')
  await expect
    .poll(async () => (await storedDrafts(page)).toSorted())
    .toEqual(['내일 이어서 쓸 이야기', '지금 떠오른 글'])

  await test.step('a reload restores the text of this tab', async () => {
    await page.reload()
    await expect(bodyField(page)).toHaveValue('지금 떠오른 글')
    await expect(offer).toHaveCount(0)
  })
  await test.step('the newest draft is offered, and discarding it can be undone', async () => {
    await openAnother()
    await expect(offer).toContainText('지금 떠오른 글')
    await expect(
      offer.getByRole('link', { name: formatText(ko, 'notes.draftsMore', { count: 1 }) }),
    ).toBeVisible()
    await offer.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
    await expect.poll(() => storedDrafts(page)).toEqual(['내일 이어서 쓸 이야기'])
    await expect(offer).toHaveCount(0)
    await page.getByRole('button', { name: ko['common.undo'] }).click()
    await expect(offer).toContainText('지금 떠오른 글')
  })
  await test.step('continuing a draft keeps the typed text as a draft of its own', async () => {
    await bodyField(page).fill('그사이에 쓴 글')
    await offer.getByRole('button', { name: ko['notes.draftContinue'] }).click()
    await expect(bodyField(page)).toHaveValue('지금 떠오른 글')
    await expect(bodyField(page)).toBeFocused()
    await expect(page.getByText(ko['notes.draftIsAside'])).toBeVisible()
    await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
    await expect(page).toHaveURL(/\/notelist/)
    await expect
      .poll(async () => (await storedDrafts(page)).toSorted())
      .toEqual(['그사이에 쓴 글', '내일 이어서 쓸 이야기'])
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

test('a conflict shows both texts before one of them is kept', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await saveWithTitle(page, '함께 쓴 글')
  await changeOnOtherDevice(page, '전화기에서 고친 제목', '전화기에서 쓴 글')

  await bodyField(page).fill('내가 쓴 글')
  await save(page)
  await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
  await page.getByText(ko['notes.conflictTheirs']).click()
  await expect(page.getByText('전화기에서 쓴 글').and(page.locator(':visible')).last()).toBeVisible()
  await expect(bodyField(page)).toHaveValue('내가 쓴 글')

  await page.getByRole('button', { name: ko['notes.conflictTakeTheirs'] }).click()
  await expect(titleField(page)).toHaveValue('전화기에서 고친 제목')
  await expect(bodyField(page)).toHaveValue('전화기에서 쓴 글')
})

test('auto-save saves changes every minute', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.clock.install()
  await page.reload()
  await page.getByRole('switch', { name: ko['notes.autosave'] }).check()
  await expect(page.getByText(ko['notes.autosaveOn'])).toBeVisible()
  await titleField(page).fill('오늘')
  await page.clock.fastForward('01:00')
  await expect(page.getByText(/^\d\d:\d\d:\d\d 자동 저장했어요$/)).toBeVisible()
  await page.getByRole('switch', { name: ko['notes.autosave'] }).uncheck()
  await expect(page.getByText(ko['notes.autosaveOff'])).toBeVisible()
})

test('a note that fails to load opens no editor, and neither does a deleted topic @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.goto('/note/update?no=999999')
  await expect(page.getByText(ko['notes.gone'])).toBeVisible()
  await page.goto('/note/create?topic=999999')
  await expect(page.getByText(ko['topics.gone'])).toBeVisible()
  await expect(titleField(page)).toHaveCount(0)
})

test('the end of a session leaves the text in the editor', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await reloadWithoutSocket(page)
  await titleField(page).fill('긴 글')
  await endSessionSilently(page)
  await clickBehindDialog(page.getByRole('button', { name: ko['notes.save'], exact: true }))
  await expect(reauthDialog(page)).toBeVisible()
  await expect(titleField(page)).toHaveValue('긴 글')
})

test('deleting a topic shows its number of notes, a note leads back to its list, and a deleted topic to an existing page @long', async ({
  site,
  openAs,
}) => {
  const user = await newUser(site.url)
  const page = await openAs(user, PHONE, paths.topics)
  await expect(page.getByText(ko['topics.empty'])).toBeVisible()
  await makeTopic(page, '지울 주제')
  await typeNote(page, '지울 주제', '하나뿐인 노트', '가'.repeat(260))
  await page.getByRole('button', { name: ko['notes.toList'] }).click()
  await expect(page.getByText('원고지 1.3매')).toBeVisible()

  // Now the only one on the last page.
  for (let created = 0; created < 2 * TOPICS_PER_PAGE; created += 1)
    await user.call(createTopic, { title: '주제' })
  await page.goto(paths.topicsPage(3))
  await page.getByRole('link', { name: ko['topics.viewNotes'] }).click()
  await page.getByRole('button', { name: ko['notes.deleteTopic'] }).click()
  await expect(page.getByText('노트 1개는 휴지통에서')).toBeVisible()
  await page.getByRole('button', { name: ko['common.delete'], exact: true }).click()
  await expect(page).toHaveURL(/\/topics\?page=2$/)
  await expect(page.getByRole('link', { name: ko['topics.viewNotes'] })).toHaveCount(TOPICS_PER_PAGE)
})

test('the actions of a note fit on one line of a phone, in both languages @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url)
  const page = await openAs(author, PHONE, paths.note(await writeNote(author)))
  for (const [language, { 'notes.continueWriting': continueWriting }] of Object.entries({ ko, en })) {
    await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
    await page.reload()
    const write = page.getByRole('link', { name: continueWriting })
    await expect(write).toBeVisible()
    const actions = page.locator('.note__actions .button')
    const tops = await actions.evaluateAll(all => all.map(one => one.getBoundingClientRect().top))
    expect(tops, language).toEqual(Array(6).fill(tops[0]))
  }
})

test('a reader is notified of a new text and chooses when to see it; a withdrawn note disappears at once', async ({
  site,
  openAs,
}) => {
  const [author, reader] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
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
