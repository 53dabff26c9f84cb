export const markdown = {
  'markdown.codeLabel': 'Code',
  'markdown.tableLabel': 'Table',
  'markdown.formulaLabel': 'Formula',
} as const
