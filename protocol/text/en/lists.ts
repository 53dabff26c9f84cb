export const lists = {
  'list.loadFailed': 'The list could not be loaded.',
  'list.kept': 'This could not be loaded again, so it is as you last saw it.',
  'page.label': 'Pages',
  'page.first': 'First',
  'page.previous': 'Previous',
  'page.between': 'Middle',
  'page.next': 'Next',
  'page.last': 'Last',
  'page.goTo': 'Go to page {page}',
  'page.current': 'Page {page}, current',
} as const
