export const markdown = {
  'markdown.codeLabel': '코드',
  'markdown.tableLabel': '표',
  'markdown.formulaLabel': '수식',
} as const
