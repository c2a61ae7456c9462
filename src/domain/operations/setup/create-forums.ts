import { AppError } from '#contracts/errors.ts';
import { type ForumTemplateName, sectionsOf, TEMPLATE_THEMES } from '#contracts/forum-templates.ts';
import type { CreatedForumsWire } from '#contracts/wire/setup.ts';
import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { FORUM_TEMPLATE_STATE } from '#db/site-state-names.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { insertForumInto } from '../../forums/save.ts';
import { insertSectionInto } from '../../forums/save-section.ts';
import { insertThemeInto } from '../../forums/save-theme.ts';

const selectAnyForum = statement<unknown>('select from forum limit 1');

/** All or nothing. Throws notEmpty if forums exist: a template is never mixed with them. */
export const createForumsFromTemplate = (
  db: Db,
  actorId: number,
  template: ForumTemplateName,
): Promise<CreatedForumsWire> =>
  inTransaction(db, async (tx) => {
    // serializes concurrent calls at this row
    await saveSiteState(tx, FORUM_TEMPLATE_STATE, template);
    if ((await selectAnyForum(tx)).length > 0) throw new AppError('notEmpty');
    let forums = 0;
    const sections = sectionsOf(template);
    for (const [index, { name, name_en, forums: listed }] of sections.entries()) {
      const section = await insertSectionInto(tx, actorId, {
        name,
        name_en,
        recommended: index === 0,
      });
      for (const { themes, ...texts } of listed) {
        const forum = await insertForumInto(tx, actorId, {
          ...texts,
          section_id: section.id,
          announcement: '',
          announcement_en: '',
          link_url: '',
          recommended: forums === 0,
          access: 'public',
          groups: [],
        });
        for (const theme of themes)
          await insertThemeInto(tx, actorId, forum.id, {
            moderators_only: false,
            ...TEMPLATE_THEMES[theme],
            template: '',
            template_en: '',
          });
        forums++;
      }
    }
    return { sections: sections.length, forums };
  });
