import { paths } from '#client/paths.ts'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { en } from '#protocol/text/en.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { makeHub, newPerson, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import {
  bodyOf,
  changeElsewhere,
  DESKTOP,
  keptDrafts,
  openNewNote,
  PHONE,
  save,
  saveAs,
  savedMessage,
  titleOf,
} from './editor.ts'
import { expect, test } from './fixtures.ts'
import { againDialog, endSessionUnnoticed, pressUnderDialog } from './sessions.ts'
import { makeTopic, reloadWithoutLine, typeNote } from './steps.ts'

test('the first save keeps the editor, its focus and a composing syllable, and the address names the note', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleOf(page).fill('첫 회의')
  await bodyOf(page).focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 })
  await page.keyboard.press('Control+s')
  await expect(savedMessage(page)).toBeVisible()
  await expect(page).toHaveURL(/\/note\/update\?no=\d+$/)
  await expect(bodyOf(page)).toBeFocused()
  await keyboard.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
  await keyboard.send('Input.insertText', { text: '한' })
  await expect(bodyOf(page)).toHaveValue('한')

  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyOf(page)).toHaveValue('한')
})

test('what cannot be saved stays, and says why', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  await save(page)
  await expect(page.getByText(ko['notes.titleLength'])).toBeVisible()
  await expect(titleOf(page)).toBeFocused()

  const tooLong = '가'.repeat(5001)
  await bodyOf(page).fill(tooLong)
  await expect(page.getByText(ko['notes.bodyLength'])).toBeVisible()
  await expect(page.getByRole('button', { name: ko['notes.save'], exact: true })).toBeDisabled()
  await expect(bodyOf(page)).toHaveValue(tooLong)
})

test('without a title the first words become it, while a syllable is being composed', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyOf(page).focus()
  await page.keyboard.insertText('## 장보기\n두')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '부', selectionStart: 1, selectionEnd: 1 })
  await page.keyboard.press('Control+s')
  await expect(savedMessage(page)).toBeVisible()
  await expect(titleOf(page)).toHaveValue('장보기')
  await expect(bodyOf(page)).toBeFocused()
  await keyboard.send('Input.insertText', { text: '부' })
  await expect(bodyOf(page)).toHaveValue('## 장보기\n두부')
})

test('undo after a save takes back what was typed, and not the title that the text gave itself @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyOf(page).fill('장보기')
  await bodyOf(page).press('Control+End')
  await page.keyboard.insertText(' 목록')
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await bodyOf(page).press('Control+z')
  await expect(bodyOf(page)).toHaveValue('장보기')
  await expect(titleOf(page)).toHaveValue('장보기 목록')
  await expect(bodyOf(page)).toBeFocused()
})

test('unsaved writing is offered again after a reload, and no more once it is saved', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleOf(page).fill('쓰다 만 글')
  await bodyOf(page).fill('100% 아직 저장하지 않았어요')
  await expect.poll(() => keptDrafts(page)).toEqual(['100% 아직 저장하지 않았어요'])
  await page.reload()
  await expect(page.getByRole('region', { name: ko['notes.draftFound'] })).toBeVisible()
  await expect(titleOf(page)).toHaveValue('쓰다 만 글')
  await expectAccessible(page)

  // Thrown away by mistake.
  await page.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
  await expect(bodyOf(page)).toHaveValue('')
  await page.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(bodyOf(page)).toHaveValue('100% 아직 저장하지 않았어요')
  await page.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(bodyOf(page)).toBeFocused()
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyOf(page)).toHaveValue('100% 아직 저장하지 않았어요')
})

test('a new note opens empty beside an unfinished draft, and neither text touches the other', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, PHONE)
  const offer = page.getByRole('region', { name: ko['notes.draftOffers'] })
  const openAnother = async () => {
    await page.getByRole('link', { name: ko['notes.toList'] }).click()
    await page.getByRole('link', { name: ko['notes.write'] }).click()
    await expect(offer).toBeVisible()
    await expect(titleOf(page)).toHaveValue('')
    await expect(bodyOf(page)).toHaveValue('')
  }
  await titleOf(page).fill('쓰다 만 글')
  await bodyOf(page).fill('내일 이어서 쓸 이야기')
  await openAnother()
  await expect(offer).toContainText('쓰다 만 글')
  await expectAccessible(page)
  await bodyOf(page).fill('지금 떠오른 글')
  await expect
    .poll(async () => (await keptDrafts(page)).toSorted())
    .toEqual(['내일 이어서 쓸 이야기', '지금 떠오른 글'])

  await test.step('a reload restores the text of this tab', async () => {
    await page.reload()
    await expect(bodyOf(page)).toHaveValue('지금 떠오른 글')
    await expect(offer).toHaveCount(0)
  })
  await test.step('the newest is offered, and discarding it can be undone', async () => {
    await openAnother()
    await expect(offer).toContainText('지금 떠오른 글')
    await expect(offer.getByRole('link', { name: say(ko, 'notes.draftsMore', { count: 1 }) })).toBeVisible()
    await offer.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
    await expect.poll(() => keptDrafts(page)).toEqual(['내일 이어서 쓸 이야기'])
    await expect(offer).toHaveCount(0)
    await page.getByRole('button', { name: ko['common.undo'] }).click()
    await expect(offer).toContainText('지금 떠오른 글')
  })
  await test.step('continuing it leaves what was typed as a draft of its own', async () => {
    await bodyOf(page).fill('그사이에 쓴 글')
    await offer.getByRole('button', { name: ko['notes.draftContinue'] }).click()
    await expect(bodyOf(page)).toHaveValue('지금 떠오른 글')
    await expect(bodyOf(page)).toBeFocused()
    await expect(page.getByText(ko['notes.draftIsAside'])).toBeVisible()
    await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
    await expect(page).toHaveURL(/\/notelist/)
    await expect
      .poll(async () => (await keptDrafts(page)).toSorted())
      .toEqual(['그사이에 쓴 글', '내일 이어서 쓸 이야기'])
  })
})

test('a save without the network keeps the text, and is repeated when the network is back', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  // Nor was there time to fetch what draws a text.
  await page.route('**/Markdown-*.js', route => route.abort())
  await page.reload()
  await titleOf(page).fill('지하철에서')
  await page.context().setOffline(true)
  await bodyOf(page).fill('- **굵게** 쓴 글')
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
  await expect(titleOf(page)).toHaveValue('지하철에서')
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

test('two texts for one note are both shown before one of them is kept', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await saveAs(page, '함께 쓴 글')
  await changeElsewhere(page, '전화기에서 고친 제목', '전화기에서 쓴 글')

  await bodyOf(page).fill('내가 쓴 글')
  await save(page)
  await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
  await page.getByText(ko['notes.conflictTheirs']).click()
  await expect(page.getByText('전화기에서 쓴 글').and(page.locator(':visible')).last()).toBeVisible()
  await expect(bodyOf(page)).toHaveValue('내가 쓴 글')

  await page.getByRole('button', { name: ko['notes.conflictTakeTheirs'] }).click()
  await expect(titleOf(page)).toHaveValue('전화기에서 고친 제목')
  await expect(bodyOf(page)).toHaveValue('전화기에서 쓴 글')
})

test('auto-save saves what is unsaved every minute', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.clock.install()
  await page.reload()
  await page.getByRole('switch', { name: ko['notes.autosave'] }).check()
  await expect(page.getByText(ko['notes.autosaveOn'])).toBeVisible()
  await titleOf(page).fill('오늘')
  await page.clock.fastForward('01:00')
  await expect(page.getByText(/^\d\d:\d\d:\d\d 자동 저장했어요$/)).toBeVisible()
  await page.getByRole('switch', { name: ko['notes.autosave'] }).uncheck()
  await expect(page.getByText(ko['notes.autosaveOff'])).toBeVisible()
})

test('a note that cannot be loaded opens no editor, nor does a topic that is gone @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.goto('/note/update?no=999999')
  await expect(page.getByText(ko['notes.gone'])).toBeVisible()
  await page.goto('/note/create?topic=999999')
  await expect(page.getByText(ko['topics.gone'])).toBeVisible()
  await expect(titleOf(page)).toHaveCount(0)
})

test('a session that ends leaves the writing where it is', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await reloadWithoutLine(page)
  await titleOf(page).fill('긴 글')
  await endSessionUnnoticed(page)
  await pressUnderDialog(page.getByRole('button', { name: ko['notes.save'], exact: true }))
  await expect(againDialog(page)).toBeVisible()
  await expect(titleOf(page)).toHaveValue('긴 글')
})

test('a topic tells how many notes go with it, a note leads back to its list, and a deleted topic to a page that exists @long', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url)
  const page = await openAs(person, PHONE, paths.topics)
  await expect(page.getByText(ko['topics.empty'])).toBeVisible()
  await makeTopic(page, '지울 주제')
  await typeNote(page, '지울 주제', '하나뿐인 노트', '가'.repeat(260))
  await page.getByRole('button', { name: ko['notes.toList'] }).click()
  await expect(page.getByText('원고지 1.3매')).toBeVisible()

  // Alone on the last page by now.
  for (let made = 0; made < 2 * TOPICS_PER_PAGE; made += 1) await person.does(createTopic, { title: '주제' })
  await page.goto(paths.topicsPage(3))
  await page.getByRole('link', { name: ko['topics.viewNotes'] }).click()
  await page.getByRole('button', { name: ko['notes.deleteTopic'] }).click()
  await expect(page.getByText('노트 1개는 휴지통에서')).toBeVisible()
  await page.getByRole('button', { name: ko['common.delete'], exact: true }).click()
  await expect(page).toHaveURL(/\/topics\?page=2$/)
  await expect(page.getByRole('link', { name: ko['topics.viewNotes'] })).toHaveCount(TOPICS_PER_PAGE)
})

test('what an author can do with a note stands on one line of a phone, in either language @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url)
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

test('a reader is told of a new text and decides when to see it; a withdrawn note is gone at once', async ({
  site,
  openAs,
}) => {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  const noteNo = await writeNote(author, '나눈 노트', '처음 글')
  await author.does(shareNote, { hubNo, noteNo })
  const desktop = await openAs(author, DESKTOP, paths.note(noteNo))
  const phone = await openAs(reader, PHONE, paths.discussion(hubNo))
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()

  await phone.getByRole('link', { name: '나눈 노트' }).click()
  // Not on the card that leads there.
  await expect(phone.getByRole('article').getByText('처음 글')).toBeVisible()
  await expect(phone.getByRole('link', { name: ko['notes.continueWriting'] })).toHaveCount(0)

  await changeElsewhere(desktop, '나눈 노트', '고친 글')
  await expect(phone.getByText(ko['notes.changed'])).toBeVisible()
  // After a break it is fetched, and still shown only when the reader asks for it.
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
