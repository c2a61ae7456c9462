import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminFormDialog } from '#islands/admin/form/AdminFormDialog.tsx';
import { MEMBER, renderIsland } from '../support/component.tsx';

test('[R16] a form is drawn from its fields, and sent when none has a problem', async () => {
  const sent: unknown[] = [];
  const { user } = renderIsland(
    <AdminFormDialog
      title="Move"
      action="Send"
      initial={{ name: '', size: 1, marks: ['a'], open: false }}
      fields={({ open }) => [
        [
          {
            name: 'name',
            label: 'Name',
            required: 'A name is missing',
            check: ({ name }) => (name === 'Hal' ? 'A name is too short' : undefined),
          },
          {
            kind: 'choice',
            name: 'size',
            label: 'Size',
            options: [
              [1, 'Small'],
              [2, 'Large'],
            ],
          },
        ],
        { kind: 'switch', name: 'open', label: 'Open' },
        open && {
          kind: 'choices',
          name: 'marks',
          label: 'Marks',
          options: [
            ['a', 'First'],
            ['b', 'Second'],
          ],
        },
      ]}
      onClose={() => undefined}
      onSubmit={async (values) => sent.push(values)}
    />,
    { as: MEMBER },
  );
  const send = screen.getByRole('button', { name: 'Send' });
  await user.click(send);
  await screen.findByText('A name is missing');
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect([name.getAttribute('aria-invalid'), sent]).toEqual(['true', []]);
  await user.type(name, 'Hal');
  await screen.findByText('A name is too short');
  await user.type(name, 'l');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Size' }), 'Large');
  expect(screen.queryByRole('group', { name: 'Marks' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Open' }));
  await user.click(screen.getByRole('checkbox', { name: 'Second' }));
  await user.click(screen.getByRole('checkbox', { name: 'First' }));
  await user.click(send);
  expect(sent).toEqual([{ name: 'Hall', size: 2, marks: ['b'], open: true }]);
});
